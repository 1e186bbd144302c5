import type { Device } from '#dist/device/schema.js'
import { Away, ask, Refused } from '../shared/ask.ts'
import { deviceBasePath } from '../shared/service.ts'
import { rest } from './rest.ts'

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
  readonly round: number
  readonly endsRound: boolean
  /** Whether these are all devices. */
  readonly isWhole: boolean
}

interface Listener {
  readonly take: (page: Page) => void
  readonly away: () => void
  readonly refuse: (refusal: Refused) => void
}

interface Place {
  readonly round: number
  readonly page: number
  /** Whether this polling cycle makes no pauses. */
  readonly isSwift: boolean
}

/**
 * Requests all devices, page by page, in repeated polling cycles until aborted. There is a pause after each
 * page: a fleet of any size costs one request in 12 seconds, and one of ten thousand devices is updated every
 * two minutes. Only the first cycle, and the first one after the page was hidden, make no pauses.
 */
export async function goRounds(key: string, listener: Listener, ended: AbortSignal): Promise<void> {
  let place: Place = { round: 1, page: 1, isSwift: true }
  try {
    for (;;) {
      const page = await askUntilAnswered(key, place, listener, ended)
      listener.take(page)
      place = await nextPlace(place, page, ended)
    }
  } catch (cause) {
    if (cause instanceof Refused) listener.refuse(cause)
    else if (!ended.aborted) throw cause
  }
}

/** Returns how many minutes a polling cycle takes for so many devices; 0 if one response contains all. */
export function minutesOfRound(total: number): number {
  const pages = Math.ceil(total / PAGE_SIZE)
  return pages > 1 ? Math.ceil((pages * PAUSE_MS) / 60_000) : 0
}

async function nextPlace(
  { round, page, isSwift }: Place,
  { endsRound }: Page,
  ended: AbortSignal,
): Promise<Place> {
  if (isSwift && !endsRound) return { round, page: page + 1, isSwift }
  const isStale = (await rest(PAUSE_MS, ended)) > STALE_MS
  if (isStale || endsRound) return { round: round + 1, page: 1, isSwift: isStale }
  return { round, page: page + 1, isSwift }
}

async function askUntilAnswered(
  key: string,
  place: Place,
  listener: Listener,
  ended: AbortSignal,
): Promise<Page> {
  for (;;) {
    try {
      return await askPage(key, place, ended)
    } catch (cause) {
      if (!(cause instanceof Away)) throw cause
      listener.away()
      await rest(Math.max(PAUSE_MS, cause.retryAfterMs), ended)
    }
  }
}

async function askPage(key: string, { round, page }: Place, ended: AbortSignal): Promise<Page> {
  const url = `${deviceBasePath}/devices?page=${page}&page_size=${PAGE_SIZE}`
  const headers = { authorization: `Bearer ${key}` }
  const { total, data } = await ask<{ total: number; data: Device[] }>(url, headers, ended)
  const endsRound = data.length === 0 || page * PAGE_SIZE >= total
  return { devices: data, total, round, endsRound, isWhole: endsRound && page === 1 }
}
