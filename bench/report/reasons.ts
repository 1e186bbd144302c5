/** Explains which figures miss their targets, and why. Keep it consistent with the tables. */
export const REASONS = `- **Of (c)**: where even (a), which does nothing but send, stays below what was aimed at, nothing that does more can
  reach it.
- **Compressed to 1/8**: every group and item has a random UUID, sixteen bytes that no coding can shrink. Without them the
  tree shrinks to about 1/14; with them brotli reaches 1/7.2 at its highest quality, after five seconds of work. At
  quality 5 it takes a tenth of a second.
- **Not cached, 4 × \`JSON.stringify\`**: to read 10,600 rows takes nearly twice that by itself, and is the largest part;
  then come the trees and the JSON, about one each; its bytes and their hash, collecting garbage, and sending. Rows as
  objects of the driver, a compiled serialiser, JSON made by SQL and strings put together row by row were tried, and
  were slower or no faster.
- **1,000,000 devices**: the database has 600 MB then, and no processor keeps that near. Of most devices two pages are
  read from the file for each answer, as SQLite keeps 64 MiB of it. From run to run, on a machine that others use too,
  the ratio was between 1.7 and 2.5. With all of it kept by SQLite it was still 1.6. A memory map leaves 1.35 to 1.45,
  but a file that is cut short or fails would then end the process by a signal instead of a 503. Smaller rows (numbers
  instead of ids in a second layout of the tables, and 256 MiB of pages) leave 1.45.
- **Devices of (a)**: between 0.38 and 0.60 from run to run, of (b) between 0.53 and 0.67. (a) and (b) take a finished
  answer out of memory; here a query, its row and its JSON are made for each. Of
  the time that the process is not idle, a profile shows 45 % in writing to sockets (which is nearly all that (a) does),
  23 % in the query and its row, 12 % in asking SQLite whether anything was committed, 3 % in collecting garbage; all the
  rest is spread thin. Without the query and the asking it would be about 0.58 of (a): that is the floor, as devices
  cannot be kept while heartbeats change them.
- **Twice the load that saturates it, p99 of 250 ms** (\`npm run overload\`: kept menus, devices and new queries in equal
  parts, every body compared): 64 clients that never pause saturate a core; twice as many are answered with a p99 of 60
  to 107 ms, and the service is as quick as ever within 0.2 s. Requests at twice that rate that wait for nobody
  are another matter: p99 is 5 to 6 s after five seconds, though no answer is wrong and it is itself again within
  1.5 s. They wait in the line for a connection, of which Node accepts one in each turn of the event loop, and in the
  clients: the event loop, by whose delay overload is told, hardly lags meanwhile. A limit of 100 ms instead of 1 s
  changed nothing. Three runs, on a machine that others used as well.
- **Lists of devices**: half of them in one state is the dear case, since a page in the middle of those is put in order first:
  27 to 136 ms over several runs. Who may read all of 100,000 devices but one waits under 1 ms for the first page, and 70 to
  80 ms for those in one state (SQLite).
- **1,000,000 devices on SQLite**, asked in one process, and for so long the event loop is held: all readable, 0.8 ms for
  the first page, 0.11 s for the first after devices came or went, 2.8 s for the middle of those online; all but one
  readable, 2.1 s for those that are not online; 400,000 readable, 0.3 s for the first page and 0.6 s for those online.
  10 readable: 0.15 ms.
- **What the lists cost**: an import of 300,000 devices into SQLite took a sixth longer with their indexes (three pairs).
  Of 5,000 heartbeats no difference could be told from that of run to run (0.2 to 0.34 s).
- **Of (a), menus and 304**: a process of the service falls into one of two gaits as it starts, and keeps it: about 50,000
  kept menus per CPU-second, or about 35,000. Measured in turn, 3 of 7 processes of this version were slow, and 1 of 6 of the one
  before; what decides it is not known. In runs before this one, the three lines were 0.85, 0.78 and 0.81.
- **The start** was measured again, alone, after the pages had become one route in place of sixty; it was 433 ms before.
- **Of (b)**: bare Fastify varied by a fifth between runs, (a) by as much; each answer of the service also carries the id
  of its request, which theirs repeat as a constant.`
