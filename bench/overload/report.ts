import { formatMegabytes, formatMilliseconds, formatRate } from '../report/format.ts'
import type { Tally } from './tally.ts'
import type { UnreadLoad } from './unread.ts'

/** The results of one round. */
export interface Round {
  readonly what: string
  readonly perSecond: number
  readonly saturation: Tally
  readonly loads: readonly Load[]
  readonly unread: UnreadLoad
}

/** The result of one kind of overload. */
interface Load {
  readonly what: string
  readonly tally: Tally
  readonly recoveryMs: number
}

const MAX_P99_MS = 250
const MAX_RECOVERY_MS = 2000

export function formatRound({ what, perSecond, saturation, loads, unread }: Round): string {
  const wrongResponses = [saturation, ...loads.map(({ tally }) => tally)].flatMap(
    (tally) => tally.wrongResponses,
  )
  const lines = [
    `${what}: ${formatRate(perSecond)} requests/s, ${formatTimes(saturation)}`,
    ...loads.flatMap(formatLoad),
    ...formatUnread(unread),
    ...wrongResponses.slice(0, 10).map((wrong) => `  wrong: ${wrong}`),
  ]
  return `${lines.join('\n')}\n`
}

function formatLoad({ what, tally, recoveryMs }: Load): string[] {
  const counts = Object.entries(tally.statuses).map(([status, count]) => `${count} × ${status}`)
  return [
    `  ${what}: ${counts.join(', ')}, ${tally.unsent} not sent`,
    `    status 200: ${formatTimes(tally)}; ${verdict(quantile(tally.timesMs, 0.99), MAX_P99_MS)}`,
    `    recovered after ${formatMilliseconds(recoveryMs)} ms; ${verdict(recoveryMs, MAX_RECOVERY_MS)}`,
  ]
}

function formatUnread({ beforeBytes, peakBytes, failures, timesMs }: UnreadLoad): string[] {
  return [
    `  1,000 unread responses of one key: memory ${formatMegabytes(beforeBytes)} to ${formatMegabytes(peakBytes)}`,
    `    another key: ${failures} failed, ${formatTimes({ timesMs })}`,
  ]
}

function formatTimes({ timesMs }: Pick<Tally, 'timesMs'>): string {
  const [p50 = '', p99 = '', longest = ''] = [0.5, 0.99, 1].map((share) =>
    formatMilliseconds(quantile(timesMs, share)),
  )
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`
}

export function hasWrongResponse({ saturation, loads, unread }: Round): boolean {
  if (unread.failures > 0) return true
  return [saturation, ...loads.map(({ tally }) => tally)].some(
    ({ wrongResponses }) => wrongResponses.length > 0,
  )
}

function verdict(milliseconds: number, targetMs: number): string {
  return `target of at most ${targetMs} ms ${milliseconds <= targetMs ? 'met' : 'missed'}`
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
