import { createHash } from 'node:crypto'
import type { Database } from 'signage-service'
import type * as list from '#dist/device/list.js'
import type * as device from '#dist/device/repository.js'
import type * as menu from '#dist/menu/repository.js'
import type { Query } from '#dist/storage/database.js'

/** The functions by which requests read, as they are built or as they are written. */
export type LookUps = Pick<typeof device, 'findReadableDevice' | 'findDeviceOfUser'> &
  Pick<typeof list, 'createDeviceList'> &
  Pick<typeof menu, 'findGrantedMenus' | 'loadTrees'>

/** What is looked up: anything that is in the database. */
export interface Sought {
  readonly key: string
  readonly userId: string
  readonly deviceId: string
  readonly menuId: string
}

/** A query as it was asked, and what for. */
export interface AskedQuery {
  readonly purpose: string
  readonly sql: string
  readonly parameters: readonly (string | number | null)[]
  /** What it finds may be a few or nearly all: without its parameters nobody can tell the better way. */
  readonly isRange?: boolean
}

const NAMED = 'devices that are named'
const FIRST = { isOnline: undefined, limit: 100, offset: 0 }
const LISTS = {
  'the first devices of a user': FIRST,
  'devices in the middle': { ...FIRST, offset: 500 },
  'devices that are online': { ...FIRST, isOnline: true },
  'devices that are not online': { ...FIRST, isOnline: false },
  [NAMED]: FIRST,
}
/** When only devices whose clock is far ahead are online. */
const LIST_TIME_MS = Date.UTC(2050, 0)

type Asked = Pick<AskedQuery, 'sql' | 'parameters'>

/** Looks up everything that a request may need. @returns the queries that this took */
export async function recordLookUps(
  database: Database,
  lookUps: LookUps,
  { key, userId, deviceId, menuId }: Sought,
): Promise<AskedQuery[]> {
  const keyHash = createHash('sha256').update(key).digest('hex')
  const queries: AskedQuery[] = []
  const recordFor = (purpose: string, isRange = false) =>
    recorder(database, (query) => queries.push({ purpose, isRange, ...query }))

  await lookUps.findReadableDevice(recordFor('a device and the key'), keyHash, deviceId)
  await lookUps.findDeviceOfUser(recordFor('a device of a known user'), userId, deviceId)
  await lookUps.findGrantedMenus(recordFor('all menus of a key'), keyHash)
  const { found } = await lookUps.findGrantedMenus(recordFor('menus that are named'), keyHash, [menuId])
  for (const [purpose, wanted] of Object.entries(LISTS)) {
    const ids = purpose === NAMED ? new Set([deviceId]) : undefined
    await lookUps.createDeviceList(recordFor(purpose, wanted.isOnline !== undefined))(
      { ...wanted, ids, userId },
      LIST_TIME_MS,
    )
  }
  await lookUps.loadTrees(recordFor('the trees of a menu'), found.menus)
  return queries
}

/** The same database, whose queries are told to somebody. */
function recorder(database: Database, tell: (query: Asked) => void): Database {
  return {
    ...database,
    get(sql, ...parameters) {
      tell({ sql, parameters })
      return database.get(sql, ...parameters)
    },
    all(sql, ...parameters) {
      tell({ sql, parameters })
      return database.all(sql, ...parameters)
    },
    snapshot(queries) {
      for (const { sql, parameters = [] } of queries) tell({ sql, parameters })
      return database.snapshot(queries)
    },
    consult(begin) {
      return database.consult(() => toldOf(begin(), tell))
    },
  }
}

/** The same dialogue, whose questions are told to somebody. */
function* toldOf<Result>(
  dialogue: Generator<Query, Result, readonly unknown[]>,
  tell: (query: Asked) => void,
): Generator<Query, Result, readonly unknown[]> {
  let step = dialogue.next()
  while (!step.done) {
    const { sql, parameters = [] } = step.value
    // To count all takes all of it, in whatever way; how long that takes is measured. One table has but one row.
    if (!/count\(|FROM device_lists/.test(sql)) tell({ sql, parameters })
    step = dialogue.next(yield step.value)
  }
  return step.value
}
