import { Option } from 'commander'
import { TIME_LIMITS, type TimeLimits } from '../../lib/http-client/time-limits.ts'
import { timeUpTo } from './values.ts'

/** The values of `timeLimitOptions`, in milliseconds. */
export interface TimeLimitOptions {
  readonly requestTimeout: number
  readonly giveUpAfter: number
}

/** After five minutes without a byte, `fetch` ends a request by itself. */
const LONGEST_REQUEST = '5m'

/** The options that say how long another service may take. */
export function timeLimitOptions(): readonly Option[] {
  const { timeoutMs, giveUpAfterMs } = TIME_LIMITS
  const about = 'how long a request may go without an answer, repetitions included'
  return [
    timeOption('--request-timeout <time>', 'how long one answer may take', LONGEST_REQUEST, timeoutMs),
    timeOption('--give-up-after <time>', about, '1h', giveUpAfterMs),
  ]
}

/** An option whose value is a time. */
export function timeOption(flags: string, description: string, longest: string, defaultMs: number): Option {
  return new Option(flags, description)
    .argParser(timeUpTo(longest))
    .default(defaultMs, defaultMs % 60_000 === 0 ? `${defaultMs / 60_000}m` : `${defaultMs / 1000}s`)
}

export function readTimeLimits({ requestTimeout, giveUpAfter }: TimeLimitOptions): TimeLimits {
  return { timeoutMs: requestTimeout, giveUpAfterMs: giveUpAfter }
}
