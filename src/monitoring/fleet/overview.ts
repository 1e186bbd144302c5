import type { Calendar } from '../../device/sites/calendar.ts'
import { readCalendars } from '../../device/sites/calendars.ts'
import { allListedSitesQuery, type ListedSite } from '../../device/sites/queries.ts'
import type { Snapshot } from '../../storage/database.ts'
import { compareSites, compareTexts, type SitePosition } from './order.ts'
import { type Candidate, type Reader, walkAll, walkReadable, walkSilent } from './queries/candidates.ts'
import { countInIndexes, countReadable } from './queries/counts.ts'
import { type FeedRow, findFeeds } from './queries/silences.ts'
import { toQueryRunner } from './read-snapshot.ts'
import type { FleetState } from './schema.ts'
import { type Openness, stateOf } from './states.ts'

interface Sites {
  /** All sites, also those without devices, by their ids. */
  readonly sites: ReadonlyMap<string, ListedSite>
  /** When sites are open, by their ids; those without hours always are. */
  readonly calendars: ReadonlyMap<string, Calendar>
}

interface Counted {
  readonly counts: Readonly<Record<'all' | FleetState, number>>
  /** The places of all sites, by their ids. */
  readonly positions: ReadonlyMap<string, SitePosition>
  /** Returns them in their order. */
  readonly orderedSites: () => readonly SitePosition[]
  /** How many devices have no site. */
  readonly withoutSite: number
  /** All devices, if they are few. */
  readonly devices: readonly Candidate[] | undefined
  readonly readsAll: boolean
  /** The feeds of heartbeats that may be down. */
  readonly feeds: readonly FeedRow[]
}

/** What the whole fleet of a user is like. */
export type Overview = Sites & Counted

/** Of fleets up to this size, all devices are read for each page. */
export const SMALL_FLEET = 5000
const KEPT_MS = 5000

/**
 * Creates a function that reads overviews. Whom a device may be shown to, and when sites are open, is found out for each of them.
 * What was counted of a large fleet, of which its reader may read everything, is kept for five seconds: it takes tens of milliseconds.
 */
export function createOverviews(smallFleet: number) {
  let kept: { readonly atMs: number; readonly counted: Counted } | undefined

  return async (snapshot: Snapshot, userId: string | undefined, nowMs: number): Promise<Overview> => {
    const sites = await readSites(snapshot, nowMs)
    const { devices, readable } = await countReadable(snapshot, userId)
    const reader = { snapshot, userId, readsAll: devices === readable }
    const isSmall = readable <= smallFleet
    const isKept = reader.readsAll && !isSmall
    if (isKept && kept && nowMs >= kept.atMs && nowMs - kept.atMs < KEPT_MS)
      return { ...kept.counted, ...sites }
    const counted = await count(reader, sites, isSmall, devices, nowMs)
    if (isKept) kept = { atMs: nowMs, counted }
    return { ...counted, ...sites }
  }

  async function count(
    reader: Reader,
    { sites, calendars }: Sites,
    isSmall: boolean,
    all: number,
    nowMs: number,
  ): Promise<Counted> {
    const tally = createTally(sites, opennessAt(calendars, nowMs), nowMs)
    const counted =
      reader.readsAll && !isSmall
        ? await countAll(reader, tally, all, nowMs)
        : await countEach(reader, tally, isSmall)
    const places = placeSites(sites, counted.newestOutages)
    return { ...counted, ...places, readsAll: reader.readsAll, feeds: await findFeeds(reader) }
  }
}

/** Creates a function that tells whether a site is open at a time. */
export function opennessAt(calendars: Overview['calendars'], nowMs: number): Openness {
  return ({ id }) => calendars.get(id)?.isOpen(nowMs) ?? true
}

async function readSites(snapshot: Snapshot, nowMs: number): Promise<Sites> {
  const rows = await snapshot.all<ListedSite>(allListedSitesQuery)
  const calendars = await readCalendars(toQueryRunner(snapshot), rows, nowMs, nowMs)
  return { sites: new Map(rows.map((site) => [site.id, site])), calendars }
}

function placeSites(sites: ReadonlyMap<string, ListedSite>, newestOutages: ReadonlyMap<string, string>) {
  const positions = new Map(
    Array.from(sites.values(), ({ id, name }) => [
      id,
      { newestOutage: newestOutages.get(id) ?? null, name, id },
    ]),
  )
  let ordered: readonly SitePosition[] | undefined
  return {
    positions,
    orderedSites() {
      ordered ??= [...positions.values()].sort(compareSites)
      return ordered
    },
  }
}

type Tally = ReturnType<typeof createTally>

/** Reads each device. @param isSmall whether to keep them */
async function countEach(reader: Reader, tally: Tally, isSmall: boolean) {
  const { userId } = reader
  const kept: Candidate[] = []
  for await (const chunk of userId === undefined ? walkAll(reader) : walkReadable(reader, userId)) {
    tally.add(chunk)
    if (isSmall) kept.push(...chunk)
  }
  return { ...tally.result(), devices: isSmall ? kept : undefined }
}

/** Of a fleet that is well, this reads few devices: the others are counted in indexes. */
async function countAll(reader: Reader, tally: Tally, all: number, nowMs: number) {
  for await (const chunk of walkSilent(reader, nowMs)) tally.add(chunk)
  const { online, never, placed } = await countInIndexes(reader, nowMs)
  const result = tally.result()
  return {
    ...result,
    counts: { ...result.counts, all, online, never },
    withoutSite: all - placed,
    devices: undefined,
  }
}

/** Counts devices. */
function createTally(sites: ReadonlyMap<string, ListedSite>, isOpenNow: Openness, nowMs: number) {
  const counts = { all: 0, offline: 0, never: 0, asleep: 0, online: 0 }
  const newestOutages = new Map<string, string>()
  let withoutSite = 0

  function addOne({ site, last_heartbeat_at: lastAt }: Candidate): void {
    const state = stateOf(lastAt, site === null ? undefined : sites.get(site), isOpenNow, nowMs)
    counts.all += 1
    counts[state] += 1
    if (site === null) withoutSite += 1
    else if (
      state === 'offline' &&
      lastAt !== null &&
      compareTexts(lastAt, newestOutages.get(site) ?? '') > 0
    )
      newestOutages.set(site, lastAt)
  }

  return {
    add: (devices: readonly Candidate[]): void => devices.forEach(addOne),
    result: () => ({ counts, newestOutages, withoutSite }),
  }
}
