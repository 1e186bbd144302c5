import { createHash } from 'node:crypto'
import type { Database } from 'signage-service'
import type * as list from '../../src/device/list.ts'
import type * as device from '../../src/device/repository.ts'
import type * as menu from '../../src/menu/repository.ts'

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
}

type Asked = Pick<AskedQuery, 'sql' | 'parameters'>

/** Looks up everything that a request may need. @returns the queries that this took */
export async function recordLookUps(
  database: Database,
  lookUps: LookUps,
  { key, userId, deviceId, menuId }: Sought,
): Promise<AskedQuery[]> {
  const keyHash = createHash('sha256').update(key).digest('hex')
  const queries: AskedQuery[] = []
  const recordFor = (purpose: string) => recorder(database, (query) => queries.push({ purpose, ...query }))

  await lookUps.findReadableDevice(recordFor('a device and the key'), keyHash, deviceId)
  await lookUps.findDeviceOfUser(recordFor('a device of a known user'), userId, deviceId)
  await lookUps.findGrantedMenus(recordFor('all menus of a key'), keyHash)
  const { found } = await lookUps.findGrantedMenus(recordFor('menus that are named'), keyHash, [menuId])
  const list = lookUps.createDeviceList(recordFor('devices that are named'))
  await list({ userId, ids: new Set([deviceId]), isOnline: undefined, limit: 100, offset: 0 }, Date.now())
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
  }
}
