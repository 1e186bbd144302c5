import { createHash } from 'node:crypto'
import type { Database } from 'signage-service'
import { createDeviceLister } from '../../src/device/device-list.ts'
import { findDeviceOfUser, findReadableDevice } from '../../src/device/repository.ts'
import { findGrantedMenus, readTrees } from '../../src/menu/repository.ts'
import { findChildItems, findItemTree, itemAccessQuery } from '../../src/menu-changes/queries.ts'

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
  { key, userId, deviceId, menuId }: LookupInput,
): Promise<RecordedQuery[]> {
  const keyHash = createHash('sha256').update(key).digest('hex')
  const queries: RecordedQuery[] = []
  const recordFor = (purpose: string) => recorder(database, (query) => queries.push({ purpose, ...query }))

  await findReadableDevice(recordFor('a device and the key'), keyHash, deviceId)
  await findDeviceOfUser(recordFor('a device of a known user'), userId, deviceId)
  await findGrantedMenus(recordFor('all menus of a key'), keyHash)
  const { data } = await findGrantedMenus(recordFor('menus by id'), keyHash, [menuId])
  const list = createDeviceLister(recordFor('devices by id'))
  await list({ userId, ids: new Set([deviceId]), isOnline: undefined, limit: 100, offset: 0 }, Date.now())
  await readTrees(recordFor('the trees of a menu'), data.rows)
  const record = ({ sql, parameters = [] }: ReturnType<typeof itemAccessQuery>, purpose: string) =>
    queries.push({ purpose, sql, parameters })
  record(itemAccessQuery('any', undefined, keyHash), 'an item by its id alone')
  record(itemAccessQuery('any', menuId, keyHash), 'an item of a menu')
  await findItemTree(recordFor('an item with its child items'), menuId, 'any')
  await findChildItems(recordFor('child items'), menuId, ['any'], 10)
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
    readTogether(queries) {
      queries.forEach(report)
      return database.readTogether(queries)
    },
  }
}
