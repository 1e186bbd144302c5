/**
 * Explains which figures miss their targets, and what makes figures vary. All numbers here come from other measurements
 * than those in the tables, so they cannot contradict them.
 */
export const REASONS = `- **Ratios to (c)**: even (a), which only sends bytes, is below some targets.
- **Compressed to 1/8**: every group and item has a random UUID, sixteen bytes that no encoding can shrink. Without them the
  tree shrinks to about 1/14. With them, brotli reaches 1/7.2 at its highest quality, after five seconds of work. At
  quality 5 it takes a tenth of a second.
- **Full tree, ratio to (a)**: both mostly copy 2.4 MB to the socket, and vary by more than the difference.
- **Not cached, 4 × \`JSON.stringify\`**: reading 10,600 rows takes 13 ms by itself, more than \`JSON.stringify\`. The ratio was
  3.8 in another run.
- **Import**: 60 to 67 s from run to run, on a machine whose speed varied by a quarter meanwhile.
- **1,000,000 devices**: the database has 740 MB then, more than any CPU cache, and a lookup touches about nine pages. Random
  lookups alone take 5.3 µs for each of 1,000 devices and 13 µs for each of 1,000,000; 11.3 µs if SQLite caches the whole file,
  10.7 µs with a memory map, and 10.4 µs with sixteen lookups per transaction. In the service, whose other work evicts the pages,
  they take 14 µs, of which \`perf\` finds 3 in finding the pages in SQLite's cache, 2.7 in comparing keys, and 2.5 in reading pages
  from the file. A larger cache of pages changed nothing.
- **Twice the load that saturates the service, p99 of 250 ms** (\`npm run overload\`: cached menus, devices and new queries in
  equal parts, every body compared): 64 clients that never pause saturate a core. Twice as many get a p99 of 25 to 26 ms,
  and the service is back to normal within 0.2 s. With clients that do not wait for responses, at twice that rate, p99 is 9 to
  15 s after five seconds: requests wait to be accepted, because Node accepts one connection per turn of the event loop, whose delay
  signals overload and hardly grows. No response is wrong, and the service is back to normal within 0.3 s; in one run of three,
  239 requests lost their connection.
- **Lists of devices**: counting all devices, and those that the user may read, takes 12 ms of each list on SQLite. For a user
  who may read all devices but one, the access to each is checked. For a page in the middle of online devices, half of all
  devices must be sorted.
- **What the lists cost**: importing 300,000 devices into SQLite took a sixth longer with their indexes (three pairs).
  For 5,000 heartbeats no difference was larger than the variation from run to run (0.2 to 0.34 s).`

export const VARIATION = `On Node 20, a process calls \`process.nextTick\` at one of two speeds for its whole life: after a garbage collection that finds
no tick object alive, V8 creates each of them by a slow path. The service keeps one tick object. In 20 starts in turn, a cached
menu took 20.5 to 26.0 µs of CPU, and the same bytes sent by (b) 21.8 to 49.2 µs. A version that neither did that nor sent
responses together took 30.8 to 60.8 µs.

Responses that are sent together wake the load generator once, where (a) and (b) wake it for each response. A wake-up costs
the sender about 4 µs here, as on any machine whose clients or proxy run beside the service.

The ratio for the access log was 0.87 to 0.91 from run to run. A line takes 2 to 3 µs of CPU, half of it in pino, and a cached
response takes about 22 µs.`
