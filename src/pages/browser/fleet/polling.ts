import type { Device } from '#dist/device/schema.js'
import { RejectedError, requestJson, UnavailableError } from '../shared/request.ts'
import { deviceBasePath } from '../shared/service.ts'
import { wait } from './wait.ts'

/** The time between a response and the next request. */
const PAUSE_MS = 12_000
/** Devices that are older than this are requested without pauses. */
const STALE_MS = 60_000
/** The largest page that the service returns: about 400 kB of JSON. */
const PAGE_SIZE = 1000

/** A page of devices. */
export interface Page {
  readonly devices: readonly Device[]
  /** The number of all devices. */
  readonly total: number
  /** The number of the polling cycle. */
  readonly cycle: number
  readonly endsCycle: boolean
  /** Whether these are all devices. */
  readonly isWhole: boolean
}

interface Handlers {
  readonly onPage: (page: Page) => void
  readonly onUnavailable: () => void
  readonly onRejected: (error: RejectedError) => void
}

interface Position {
  readonly cycle: number
  readonly page: number
  /** Whether this polling cycle makes no pauses. */
  readonly isFast: boolean
}

/**
 * Requests all devices, page by page, in repeated polling cycles until aborted. There is a pause after each
 * page: a fleet of any size costs one request in 12 seconds, and one of ten thousand devices is updated every
 * two minutes. Only the first cycle, and the first one after the page was hidden, make no pauses.
 */
export async function pollRepeatedly(key: string, handlers: Handlers, aborted: AbortSignal): Promise<void> {
  let position: Position = { cycle: 1, page: 1, isFast: true }
  try {
    for (;;) {
      const page = await requestUntilAvailable(key, position, handlers, aborted)
      handlers.onPage(page)
      position = await nextPosition(position, page, aborted)
    }
  } catch (cause) {
    if (cause instanceof RejectedError) handlers.onRejected(cause)
    else if (!aborted.aborted) throw cause
  }
}

/** Returns how many minutes a polling cycle takes for so many devices; 0 if one response contains all. */
export function cycleMinutes(total: number): number {
  const pages = Math.ceil(total / PAGE_SIZE)
  return pages > 1 ? Math.ceil((pages * PAUSE_MS) / 60_000) : 0
}

async function nextPosition(
  { cycle, page, isFast }: Position,
  { endsCycle }: Page,
  aborted: AbortSignal,
): Promise<Position> {
  if (isFast && !endsCycle) return { cycle, page: page + 1, isFast }
  const isStale = (await wait(PAUSE_MS, aborted)) > STALE_MS
  if (isStale || endsCycle) return { cycle: cycle + 1, page: 1, isFast: isStale }
  return { cycle, page: page + 1, isFast }
}

async function requestUntilAvailable(
  key: string,
  position: Position,
  { onUnavailable }: Handlers,
  aborted: AbortSignal,
): Promise<Page> {
  for (;;) {
    try {
      return await requestPage(key, position, aborted)
    } catch (cause) {
      if (!(cause instanceof UnavailableError)) throw cause
      onUnavailable()
      await wait(Math.max(PAUSE_MS, cause.retryAfterMs), aborted)
    }
  }
}

async function requestPage(key: string, { cycle, page }: Position, aborted: AbortSignal): Promise<Page> {
  const url = `${deviceBasePath}/devices?page=${page}&page_size=${PAGE_SIZE}`
  const headers = { authorization: `Bearer ${key}` }
  const { total, data } = await requestJson<{ total: number; data: Device[] }>(url, headers, aborted)
  const endsCycle = data.length === 0 || page * PAGE_SIZE >= total
  return { devices: data, total, cycle, endsCycle, isWhole: endsCycle && page === 1 }
}
