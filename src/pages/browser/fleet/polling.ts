import type { ListedDevice } from '#dist/device/schema.js'
import { type Failure, LIST_TIMEOUT_MS, request } from '../shared/request.ts'
import { DEVICES } from '../shared/service.ts'
import { wait } from './wait.ts'

/** The time between a response and the next request. */
const PAUSE_MS = 12_000
/** Devices that are older than this are requested without pauses. */
const STALE_MS = 60_000
/** The largest page that the service returns: about 400 kB of JSON. */
const PAGE_SIZE = 1000

/** A page of devices. */
export interface Page {
  readonly devices: readonly ListedDevice[]
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
  /** Called if the service has not answered, or has refused. Requests go on, unless this aborts them. */
  readonly onFailure: (failure: Failure) => void
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
export async function pollRepeatedly(
  key: string,
  { onPage, onFailure }: Handlers,
  aborted: AbortSignal,
): Promise<void> {
  let position: Position = { cycle: 1, page: 1, isFast: true }
  while (!aborted.aborted) {
    const answer = await requestPage(key, position, aborted)
    if (aborted.aborted) return
    if (answer.isOk) {
      const page = pageOf(answer.body, position)
      onPage(page)
      position = await nextPosition(position, page, aborted)
    } else {
      onFailure(answer)
      await wait(Math.max(PAUSE_MS, answer.retryAfterMs), aborted)
    }
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

interface DeviceList {
  readonly total: number
  readonly data: readonly ListedDevice[]
}

function requestPage(key: string, { page }: Position, aborted: AbortSignal) {
  const path = `/devices?page=${page}&page_size=${PAGE_SIZE}&include=site`
  return request<DeviceList>(DEVICES, path, key, { timeoutMs: LIST_TIMEOUT_MS, signal: aborted })
}

function pageOf({ total, data }: DeviceList, { cycle, page }: Position): Page {
  const endsCycle = data.length === 0 || page * PAGE_SIZE >= total
  return { devices: data, total, cycle, endsCycle, isWhole: endsCycle && page === 1 }
}
