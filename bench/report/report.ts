import type { Comparison } from '../compare.ts'
import type { Letter } from '../contestants.ts'
import type { Figure } from '../figures/figure.ts'
import { REASONS } from './reasons.ts'
import { clientTable, figureTable, formatTable, ratioTable } from './table.ts'

/** Everything that a run has measured. */
export interface Report {
  readonly machine: readonly (readonly [label: string, text: string])[]
  readonly isPinned: boolean
  readonly seconds: number
  readonly rounds: number
  readonly comparisons: readonly Comparison[]
  readonly figures: readonly Figure[]
}

/** The names of the servers, by letter. */
export const SERVERS: Readonly<Record<Letter, string>> = {
  a: 'node:http',
  b: 'Fastify',
  c: 'Express',
  d: 'this service',
}

/** Formats the tables for a terminal. */
export function formatReport({ comparisons, figures }: Report): string {
  const parts = comparisons.length > 0 ? [ratioTable(comparisons), clientTable(comparisons)] : []
  parts.push(...[ofService(figures), ofPostgres(figures)].filter(({ length }) => length > 0).map(figureTable))
  return `${parts.map(formatTable).join('\n\n')}\n`
}

const ofService = (figures: readonly Figure[]) => figures.filter(({ section }) => section === undefined)
const ofPostgres = (figures: readonly Figure[]) => figures.filter(({ section }) => section === 'postgres')

/** Formats the page for the documentation. */
export function formatPage(report: Report): string {
  const { comparisons, figures, machine } = report
  return `# Performance

Written by \`npm run bench\`: four servers answer the same requests in turn, under the same load, in one run.
${describeRun(report)}

![Requests per CPU-second of the four servers](performance.svg)

- **(a) node:http** sends finished answers out of memory: the limit of the platform. It does not ask for a key.
- **(b) Fastify** sends the same bytes in the same way: the limit of the framework.
- **(c) Express** with better-sqlite3 does the same work on the same database as tutorials write it: a query for
  each group and each item.
- **(d) this service**, with \`LOG_LEVEL=warn\` and otherwise as it comes.

Before anything is timed, all four must give the same answers: the same statuses and bytes, and (a), (b) and (d) the
same headers.

## Requests per CPU-second

How many requests a server answers with one second of its processor, by its own account of all its threads: this stays
steadier than requests per second where a machine is shared. Ratios are medians of those of each round; in brackets
stands what was aimed at.

${formatTable(ratioTable(comparisons))}

## What clients saw

With as many requests at once as there are connections, times are mostly those of waiting in line.

${formatTable(clientTable(comparisons))}

## Further figures

${formatTable(figureTable(ofService(figures)))}

## On PostgreSQL

${describePostgres(report)}
CPU is that of the service alone; what PostgreSQL itself needs for an answer stands apart. Its settings are those it
comes with. Before anything is timed, the service must give the same answers on both engines: the same statuses, bytes
and headers, with the ETags.

${formatTable(figureTable(ofPostgres(figures)))}

## What is not reached, and why

${REASONS}

## The machine

${machine.map(([label, text]) => `- ${label}: ${text}`).join('\n')}

## To repeat it

\`npm run bench\` measures all of this anew and writes this page; \`npm run bench -- menu tree\` measures some of it and
writes nothing; \`npm run bench -- --help\` lists what can be named. wrk makes the load where it is installed, autocannon
where it is not.
`
}

function describeRun({ isPinned, seconds, rounds }: Report): string {
  const place = isPinned
    ? 'The server has one core and the load another'
    : 'Servers and load were not pinned to cores, as there is only one, or no `taskset`'
  return `${place}; each measurement took ${seconds} s after a warm-up, in
${rounds} rounds with servers started anew.`
}

function describePostgres({ isPinned }: Report): string {
  return isPinned
    ? 'The service has its core here too; PostgreSQL shares that of the load.'
    : 'Service, PostgreSQL and load share all cores.'
}
