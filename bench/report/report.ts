import type { Comparison } from '../compare.ts'
import type { Letter } from '../compared-servers.ts'
import type { Figure } from '../figures/figure.ts'
import { REASONS, VARIATION } from './reasons.ts'
import { clientTable, figureTable, formatTable, ratioTable } from './table.ts'

/** Everything that a run has measured. */
export interface Report {
  readonly machine: readonly (readonly [label: string, text: string])[]
  readonly isPinned: boolean
  readonly seconds: number
  readonly rounds: number
  readonly comparisons: readonly Comparison[]
  /** The comparisons in ordinary use. */
  readonly ordinary: readonly Comparison[]
  readonly figures: readonly Figure[]
}

/** The names of the servers, by letter. */
export const SERVERS: Readonly<Record<Letter, string>> = {
  a: 'node:http',
  b: 'Fastify',
  c: 'Express',
  d: 'this service',
  e: 'no fast path',
}

/** Formats the tables for a terminal. */
export function formatReport({ comparisons, ordinary, figures }: Report): string {
  const parts = [comparisons, ordinary].flatMap((measured) =>
    measured.length > 0 ? [ratioTable(measured), clientTable(measured)] : [],
  )
  parts.push(...[ofService(figures), ofPostgres(figures)].filter(({ length }) => length > 0).map(figureTable))
  return `${parts.map(formatTable).join('\n\n')}\n`
}

const ofService = (figures: readonly Figure[]) => figures.filter(({ section }) => section === undefined)
const ofPostgres = (figures: readonly Figure[]) => figures.filter(({ section }) => section === 'postgres')

/** Formats the page for the documentation, with what compares the servers. */
export function formatPage(report: Report): string {
  const { comparisons, ordinary, machine } = report
  return `# Performance

\`npm run bench\` generates this page. Five servers handle the same requests in turn, under the same load, in one run.
${describeRun(report)}

![Requests per CPU-second of the five servers](performance.svg)

- **(a) node:http** sends prepared responses from memory: the limit of the platform. It does not check keys.
- **(b) Fastify** sends the same bytes in the same way: the limit of the framework.
- **(c) Express** with better-sqlite3 does the same work on the same database, written as in tutorials: with a query for each
  group and each item.
- **(d) this service** with its defaults, except where the log is off (\`LOG_LEVEL=warn\`).
- **(e) the same service without its fast path**: it limits the requests of each key (to a number that is never reached), so
  every request is routed and its key is looked up.

Before the measurements, the run checks that all five send the same statuses and bodies, and that all but (c) send
the same headers.

## In ordinary use

Every screen has a key and a query of its own, another process records 2,000 heartbeats per second in the database, and the
access log of (d) and (e) is on and goes to a pipe that is read. The number of requests that a server handles with one
second of CPU time, over all its threads:

${formatTable(ratioTable(ordinary))}

${formatTable(clientTable(ordinary))}

## One key, no writes, no log

The number of requests that a server handles with one second of CPU time, over all its threads. On a
shared machine this varies less than requests per second. Ratios are medians over the rounds. Targets are in brackets.

${formatTable(ratioTable(comparisons))}

The [figures](performance.txt) of the run have all other measurements: throughput and latency, sizes, memory, start, streams, growth, lists of
devices, imports, and what of this changes on PostgreSQL.

## Missed targets, and why

${REASONS}

## What varies

${VARIATION}

## Machine

${machine.map(([label, text]) => `- ${label}: ${text}`).join('\n')}

## How to reproduce

\`npm run bench\` measures everything and writes this page. \`npm run bench -- menu tree\` measures a part and writes no files.
\`npm run bench -- --help\` lists the names. wrk generates the load if it is installed, otherwise autocannon.
`
}

/** Formats the tables that are not on the page, as a plain text. */
export function formatFigures(report: Report): string {
  const { comparisons, figures } = report
  return `Figures of npm run bench, beside those of performance.md

THROUGHPUT AND LATENCY

Every connection always has a request in flight, so latency is mostly time in a queue.

${formatTable(clientTable(comparisons))}

OTHER MEASUREMENTS

${formatTable(figureTable(ofService(figures)))}

ON POSTGRESQL

${describePostgres(report)}
CPU time is that of the service alone; the CPU time of PostgreSQL per response is listed separately. PostgreSQL has its default settings.
Before the measurements, the run checks that the service sends the same statuses, bodies and headers on both engines,
including ETags.

${formatTable(figureTable(ofPostgres(figures)))}
`
}

function describeRun({ isPinned, seconds, rounds }: Report): string {
  const cores = isPinned
    ? 'The server has one core and the load generator another'
    : 'Servers and load generator were not pinned to cores, because there is only one core or `taskset` is missing'
  return `${cores}; each measurement took ${seconds} s after a warm-up, in
${rounds} rounds with restarted servers.`
}

function describePostgres({ isPinned }: Report): string {
  return isPinned
    ? 'The service has one core here, too. PostgreSQL shares the other core with the load generator.'
    : 'The service, PostgreSQL and the load generator share all cores.'
}
