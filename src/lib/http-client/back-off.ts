/** How often a request is sent before its failure is reported. */
export const MAX_ATTEMPTS = 5
const FIRST_WAIT_MS = 250
/** The longest wait, even if the service asks for more: a new attempt shows that the client still waits. */
const MAX_WAIT_MS = 60_000

/**
 * How long to wait before a request is sent again, in milliseconds: twice as long after each failure, and at least as long
 * as the service asks for. A random part keeps several clients from coming back at the same moment.
 * @param failures how often the request has failed, from 1
 * @param requestedMs how long the service asks to wait
 */
export function backOffMs(failures: number, requestedMs: number): number {
  const waitMs = FIRST_WAIT_MS * 2 ** (failures - 1)
  return Math.min(Math.max(waitMs, requestedMs) + Math.random() * waitMs, MAX_WAIT_MS)
}

/** The milliseconds of a header `Retry-After`, which is a number of seconds or a date; 0 if there is none. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? 0 : Math.max(dateMs - nowMs, 0)
}
