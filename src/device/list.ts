import type { Database, Dialogue } from '../storage/database.ts'
import {
  anyPresence,
  type Counts,
  count,
  countReadable,
  everyDevice,
  listsVersion,
  type Page,
  type Part,
  type PresenceFilter,
  presenceFilter,
  readableAmong,
  readableByAccess,
  readableByState,
  sortDevices,
  walkAll,
  walkReadable,
} from './list-repository.ts'
import type { DeviceRow } from './repository.ts'

/** Which devices of a user are wanted. */
export interface DeviceListQuery extends Page {
  readonly ids: ReadonlySet<string> | undefined
  readonly isOnline: boolean | undefined
}

/** Some of the devices that were found, and how many there are. */
export interface DeviceListPage {
  readonly total: number
  readonly rows: readonly DeviceRow[]
}

/** Finds devices that a user may read, ordered by name and id, all as they are at one moment of the data. */
export type DeviceList = (wanted: DeviceListQuery, nowMs: number) => Promise<DeviceListPage>

/** Users beyond these are counted for each time. */
const MAX_KNOWN_USERS = 1000

/** Who may read less than one of so many is asked about alone, without a look at how many are online. */
const FEW_OF = 20

/** Lists devices. How many a user may read is counted once, and again when that has another version. */
export function createDeviceList(database: Database): DeviceList {
  let knownVersion = ''
  const known = new Map<string, Counts>()

  function* countsOf(userId: string): Dialogue<Counts> {
    const version = yield* listsVersion()
    const counts =
      (version === knownVersion ? known.get(userId) : undefined) ?? (yield* countReadable(userId))
    // Others may have asked meanwhile, on an engine that answers several at once.
    if (version !== knownVersion) known.clear()
    knownVersion = version
    if (known.size < MAX_KNOWN_USERS) known.set(userId, counts)
    return counts
  }

  return (wanted, nowMs) => database.consult(() => list(wanted, nowMs, countsOf))
}

function* list(
  wanted: DeviceListQuery,
  nowMs: number,
  countsOf: (userId: string) => Dialogue<Counts>,
): Dialogue<DeviceListPage> {
  const { userId, ids, isOnline } = wanted
  const state = isOnline === undefined ? anyPresence : presenceFilter(isOnline, nowMs)
  if (ids) return yield* sort(readableAmong(ids, userId, state), wanted)
  const counts = yield* countsOf(userId)
  if (isOnline === undefined) return yield* listAny(wanted, counts)
  const isFew = counts.readable * FEW_OF < counts.devices
  if (isFew) return yield* sort(readableByAccess(userId, state), wanted)
  const online = yield* count(everyDevice(presenceFilter(true, nowMs)))
  return yield* listInState(wanted, state, {
    ...counts,
    inState: isOnline ? online : counts.devices - online,
  })
}

function* listAny(wanted: Page, { readable, devices }: Counts): Dialogue<DeviceListPage> {
  const hidden = devices - readable
  const page = fromNearerEnd(wanted, readable)
  if (hidden <= 0) return yield* answer(readable, page, walkAll(anyPresence, page))
  // However those that are hidden lie among the others, this looks at no more devices than may be read.
  const isDense = page.offset + page.limit + hidden < readable
  if (isDense) return yield* answer(readable, page, walkReadable(page))
  return yield* answer(readable, page, sortDevices(readableByAccess(page.userId, anyPresence), page))
}

function* listInState(
  wanted: Page,
  state: PresenceFilter,
  { readable, devices, inState }: Counts & { readonly inState: number },
): Dialogue<DeviceListPage> {
  if (readable < devices) {
    const findReadable = inState < readable ? readableByState : readableByAccess
    return yield* sort(findReadable(wanted.userId, state), wanted)
  }
  const page = fromNearerEnd(wanted, inState)
  // The fewer there are, the more others lie between them in the order of names.
  const isRare = inState * inState < (page.offset + page.limit) * devices
  const rows = isRare ? sortDevices(everyDevice(state), page) : walkAll(state, page)
  return yield* answer(inState, page, rows)
}

function* sort(source: Part, wanted: Page): Dialogue<DeviceListPage> {
  const total = yield* count(source)
  const page = fromNearerEnd(wanted, total)
  return yield* answer(total, page, sortDevices(source, page))
}

/** A page of so many devices, with the offset from where fewer have to be passed. */
function fromNearerEnd(page: Page, total: number): Page {
  const limit = Math.min(page.limit, total - page.offset)
  const behind = total - page.offset - limit
  return limit > 0 && behind < page.offset ? { ...page, limit, offset: behind, isFromEnd: true } : page
}

function* answer(
  total: number,
  { offset }: Page,
  rows: Dialogue<readonly DeviceRow[]>,
): Dialogue<DeviceListPage> {
  return { total, rows: offset < total ? yield* rows : [] }
}
