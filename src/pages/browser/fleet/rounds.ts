import type { Device } from '#dist/device/schema.js'
import { Away, ask, Refused } from '../shared/ask.ts'
import { deviceBasePath } from '../shared/service.ts'
import { rest } from './rest.ts'

/** How long after an answer the service is asked again. */
const PAUSE_MS = 12_000
/** What is older than this is asked for without pauses. */
const STALE_MS = 60_000
/** The most that the service gives at once: about 400 kB of JSON. */
const PAGE_SIZE = 1000

/** A page of devices. */
export interface Page {
  readonly devices: readonly Device[]
  /** How many devices there are in all. */
  readonly total: number
  readonly round: number
  readonly endsRound: boolean
  /** Whether these are all devices there are. */
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
  /** Whether this round makes no pauses. */
  readonly isSwift: boolean
}

/**
 * Asks for all devices, page by page, and then again and again until it is ended. After each page there is a pause: a
 * fleet of any size costs one request in 12 seconds, and one of ten thousand is told anew every two minutes. Only
 * the first round makes no pauses, and the first one after the page was out of sight.
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

/** How long it takes until each of so many devices was asked for again; 0 where one answer tells of all. */
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
