import { readInstantMs } from '../../lib/time/timestamps.ts'
import { HttpError } from '../http-error.ts'

/** When a time in a body must be. */
interface FuturePeriod {
  readonly nowMs: number
  /** Any future time by default. */
  readonly latestMs?: number
  /** The rule in words, which is `mustBe` in the schema of the field. */
  readonly mustBe: string
}

/**
 * The time in a field of a body, in milliseconds since 1970. The schema cannot compare it with the current time.
 * @throws {HttpError} 400 if it is not in the period
 */
export function readFutureTime(field: string, text: string, period: FuturePeriod): number {
  const timeMs = readInstantMs(text)
  if (timeMs > period.nowMs && timeMs <= (period.latestMs ?? Number.POSITIVE_INFINITY)) return timeMs
  throw new HttpError(400, `/${field}: must be ${period.mustBe}`)
}
