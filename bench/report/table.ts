import type { Comparison } from '../compare.ts'
import { LETTERS, type Letter } from '../compared-servers.ts'
import type { Figure } from '../figures/figure.ts'
import { medianOf, ratioOf } from '../measure.ts'
import { formatMilliseconds, formatRate, formatRatio } from './format.ts'

/** Rows of text; the first is the heading. */
export type Table = readonly (readonly string[])[]

const BASELINES = ['a', 'b', 'c'] as const

/** Returns requests per CPU-second, and the ratios of this service to the others, and without its fast path to Fastify, with targets in brackets. */
export function ratioTable(comparisons: readonly Comparison[]): Table {
  const heading = [
    'workload',
    ...LETTERS.map((letter) => `(${letter})`),
    '(d) / (a)',
    '(d) / (b)',
    '(d) / (c)',
    '(e) / (b)',
  ]
  return [heading, ...comparisons.map(ratioRow)]
}

function ratioRow({ workload, rounds }: Comparison): string[] {
  const rates = LETTERS.map((letter) => formatRate(medianOf(rounds, letter, 'requestsPerCpuSecond')))
  const withTarget = (measured: number, target: number | undefined) =>
    target === undefined ? formatRatio(measured) : `${formatRatio(measured)} (${formatRatio(target)})`
  const ratios = BASELINES.map((letter) =>
    withTarget(ratioOf(rounds, 'd', letter), workload.targets?.[letter]),
  )
  ratios.push(withTarget(ratioOf(rounds, 'e', 'b'), workload.targets?.fullPath))
  return [workload.title, ...rates, ...ratios]
}

/** Returns requests per second and response times, as measured by the load generator. */
export function clientTable(comparisons: readonly Comparison[]): Table {
  const heading = ['requests/s · p50 ms · p99 ms', ...LETTERS.map((letter) => `(${letter})`)]
  return [heading, ...comparisons.map(clientRow)]
}

function clientRow({ workload, rounds }: Comparison): string[] {
  const cells = LETTERS.map((letter: Letter) => [
    formatRate(medianOf(rounds, letter, 'requestsPerSecond')),
    formatMilliseconds(medianOf(rounds, letter, 'p50Ms')),
    formatMilliseconds(medianOf(rounds, letter, 'p99Ms')),
  ])
  return [workload.title, ...cells.map((cell) => cell.join(' · '))]
}

/** Aligns the columns. The text is meant for a terminal and for Markdown alike. */
export function formatTable([heading = [], ...rows]: Table): string {
  const widths = heading.map((_, column) =>
    Math.max(...[heading, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(heading), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

export function figureTable(figures: readonly Figure[]): Table {
  return [
    ['', 'target', 'measured'],
    ...figures.map(({ what, target, measured }) => [what, target, measured]),
  ]
}
