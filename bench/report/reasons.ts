/** Explains which figures miss their targets, and why. Keep this consistent with the tables. */
export const REASONS = `- **Ratios to (c)**: where even (a), which only sends bytes, is below the target, no server that does more work can reach it.
- **Compressed to 1/8**: every group and item has a random UUID, sixteen bytes that no encoding can shrink. Without them the
  tree shrinks to about 1/14. With them, brotli reaches 1/7.2 at its highest quality, after five seconds of work. At
  quality 5 it takes a tenth of a second.
- **Not cached, 4 × \`JSON.stringify\`**: reading 10,600 rows takes nearly twice that time by itself and is the largest part. Trees
  and JSON take about one each. The rest is encoding and hashing the bytes, garbage collection and sending. Rows as objects of
  the driver, a compiled serialiser, JSON built by SQL, and strings joined row by row were tried. They were slower or no
  faster.
- **1,000,000 devices**: the database is 600 MB then, more than any CPU cache. For most devices, two pages are read from the
  file per response, as SQLite caches 64 MiB of it. From run to run, on a machine that others used too, the ratio was
  between 1.1 and 3.2. With everything cached by SQLite it was still 1.6. A memory map leaves 1.35 to 1.45, but a file
  that is truncated or fails would then end the process by a signal instead of causing a 503. Smaller rows (numbers instead of
  ids in a second layout of the tables, and 256 MiB of pages) leave 1.45.
- **Devices, ratio to (a)**: between 0.35 and 0.60 from run to run; to (b), between 0.45 and 0.67. (a) and (b) send a
  finished response from memory; here a query, its row and its JSON are made for each. Of the time that the process is not
  idle, a profile shows 45 % in writing to sockets (which is nearly all that (a) does), 23 % in the query and its row, 12 % in
  checking whether anything was committed to SQLite, and 3 % in garbage collection. The rest is many small costs. Without the query and
  the check it would be about 0.58 of (a). That is the limit, as heartbeats change devices too often to cache them.
- **Twice the load that saturates the service, p99 of 250 ms** (\`npm run overload\`: cached menus, devices and new queries in
  equal parts, every body compared): 64 clients that never pause saturate a core. Twice as many get a p99 of 60 to 107 ms,
  and the service is back to normal within 0.2 s. Requests at twice that rate, from clients that do not wait for responses, are
  another matter: p99 is 5 to 6 s after five seconds, though no response is wrong and the service is back to normal within
  1.5 s. They wait to be accepted, as Node accepts one connection per tick of the event loop, and in the clients. The event
  loop, whose delay signals overload, is hardly delayed. A limit of 100 ms instead of 1 s changed nothing. Three runs, on
  a machine that others used as well.
- **A key with 1,000 menus**: once, the ratio was 1.60 on SQLite; in the runs before and after, 1.00 and 1.08. Not explained.
- **Lists of devices**: every list counts the devices and those that the user may read, which takes 12 ms of the times on SQLite. A
  user who may read all devices but one pays for the check of each, and half of the devices in one state must be sorted
  before a page in the middle of them.
- **What the lists cost**: importing 300,000 devices into SQLite took a sixth longer with their indexes (three pairs).
  For 5,000 heartbeats no difference was larger than the variation from run to run (0.2 to 0.34 s).
- **Ratio to (a), menus and 304**: each process settles at one of two throughput levels at startup, about 50,000 or about
  35,000 cached menus per CPU-second. The cause is unknown. Measured in turn, 3 of 7 processes of this version were slow, and
  1 of 6 of the previous one. In earlier runs, the three lines were 0.85, 0.78 and 0.81.
- **Ratio to (b)**: bare Fastify varied by a fifth between runs, and (a) by as much. Each response of the service also has a
  request ID of its own; (a) and (b) repeat a recorded one.`
