import { createHash } from 'node:crypto'
import type { Database } from 'signage-service'
import type * as list from '../../src/device/device-list.ts'
import type * as device from '../../src/device/repository.ts'
import type * as menu from '../../src/menu/repository.ts'
import type * as writes from '../../src/menu-changes/queries.ts'

/** The functions that query the database for a request. */
export type Lookups = Pick<typeof device, 'findReadableDevice' | 'findDeviceOfUser'> &
  Pick<typeof list, 'createDeviceList'> &
  Pick<typeof menu, 'findGrantedMenus' | 'loadTrees'> &
  Pick<typeof writes, 'itemAccessQuery' | 'findChildItems' | 'findItemTree'>

/** The key and the ids to look up. They must exist in the database. */
export interface LookupInput {
  readonly key: string
  readonly userId: string
  readonly deviceId: string
  readonly menuId: string
}

/** A query that was run, and its purpose. */
export interface RecordedQuery {
  readonly purpose: string
  readonly sql: string
  readonly parameters?: readonly (string | number | null)[]
}

type Query = Pick<RecordedQuery, 'sql' | 'parameters'>

/** Runs every lookup that a request may need, and returns the queries. */
export async function recordQueries(
  database: Database,
  lookups: Lookups,
  { key, userId, deviceId, menuId }: LookupInput,
): Promise<RecordedQuery[]> {
  const keyHash = createHash('sha256').update(key).digest('hex')
  const queries: RecordedQuery[] = []
  const recordFor = (purpose: string) => recorder(database, (query) => queries.push({ purpose, ...query }))

  await lookups.findReadableDevice(recordFor('a device and the key'), keyHash, deviceId)
  await lookups.findDeviceOfUser(recordFor('a device of a known user'), userId, deviceId)
  await lookups.findGrantedMenus(recordFor('all menus of a key'), keyHash)
  const { found } = await lookups.findGrantedMenus(recordFor('menus by id'), keyHash, [menuId])
  const list = lookups.createDeviceList(recordFor('devices by id'))
  await list({ userId, ids: new Set([deviceId]), isOnline: undefined, limit: 100, offset: 0 }, Date.now())
  await lookups.loadTrees(recordFor('the trees of a menu'), found.menus)
  const record = ({ sql, parameters = [] }: ReturnType<Lookups['itemAccessQuery']>, purpose: string) =>
    queries.push({ purpose, sql, parameters })
  record(lookups.itemAccessQuery(keyHash, 'any', undefined), 'an item by its id alone')
  record(lookups.itemAccessQuery(keyHash, 'any', menuId), 'an item of a menu')
  await lookups.findItemTree(recordFor('an item with its child items'), menuId, 'any')
  await lookups.findChildItems(recordFor('child items'), menuId, ['any'], 10)
  return queries
}

/** Returns a database that reports each query before it runs. */
function recorder(database: Database, report: (query: Query) => void): Database {
  return {
    ...database,
    get(query) {
      report(query)
      return database.get(query)
    },
    all(query) {
      report(query)
      return database.all(query)
    },
    snapshot(queries) {
      queries.forEach(report)
      return database.snapshot(queries)
    },
  }
}
