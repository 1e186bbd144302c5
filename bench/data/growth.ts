import Sqlite from 'better-sqlite3'
import { importDocument, openDatabase } from 'signage-service'
import { createMenuOf50, MENU_ID, USER } from './database.ts'
import { createDevices, deviceId } from './devices.ts'

/** How much there is in a database. */
export interface Size {
  readonly devices: number
  readonly menus: number
  /** How many menus the key has that has many. */
  readonly granted: number
}

export const SMALL: Size = { devices: 1000, menus: 10, granted: 10 }
export const LARGE: Size = { devices: 1_000_000, menus: 10_000, granted: 1000 }
export const KEY_OF_ONE = 'benchmark-key-of-one-menu'
export const KEY_OF_MANY = 'benchmark-key-of-many-menus'

const NUMBERS = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)'

const DEVICE_COLUMNS = `timezone, screen_resolution, screen_orientation, registered_at, published_at, last_heartbeat_at,
  offline_startup, offline_startup_delay_minutes, open_dev_tools, updated_at, created_at`

// The ids are those of `deviceId`.
const COPY_DEVICE = `
INSERT INTO devices (id, name, ${DEVICE_COLUMNS})
SELECT
  printf('c4:23:%02x:%02x:%02x:%02x', bits >> 24, bits >> 16 & 255, bits >> 8 & 255, bits & 255), name || ' ' || n,
  ${DEVICE_COLUMNS}
FROM devices, (${NUMBERS} SELECT n, n * 2654435761 & 4294967295 AS bits FROM numbers)
WHERE id = ?`

const GRANT_DEVICES =
  "INSERT OR IGNORE INTO device_access (user_id, device_id, level) SELECT ?, id, 'read' FROM devices"

const COPY_MENU = `${NUMBERS}
INSERT INTO menus (id, name, location_name, restaurant_name)
SELECT id || '-' || n, name, location_name, restaurant_name FROM menus, numbers WHERE id = ?`

const COPY_GROUPS = `${NUMBERS}
INSERT INTO menu_groups (menu_id, position, id, parent_id, name, description, tags)
SELECT menu_id || '-' || n, position, id || '-' || n, parent_id || '-' || n, name, description, tags
FROM menu_groups, numbers WHERE menu_id = ?`

const COPY_ITEMS = `${NUMBERS}
INSERT INTO menu_items
  (menu_id, position, id, group_id, parent_id, name, description, price, calories, tags, in_stock)
SELECT menu_id || '-' || n, position, id || '-' || n, group_id || '-' || n, parent_id || '-' || n, name, description,
  price, calories, tags, in_stock
FROM menu_items, numbers WHERE menu_id = ?`

const GRANT_MENUS = `
INSERT OR IGNORE INTO api_key_menus (key_id, menu_id)
SELECT api_keys.id, menus.id FROM api_keys, menus WHERE api_keys.name = ? LIMIT ?`

/** Creates a database with one device and one menu, and copies of them until it has the size. */
export async function createGrownDatabase(path: string, size: Size): Promise<void> {
  await importTemplates(path)
  const connection = new Sqlite(path)
  // What is lost in a power cut is made again; the pages of the largest tables fit.
  connection.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  connection.transaction(() => multiply(connection, size))()
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
}

async function importTemplates(path: string): Promise<void> {
  const database = await openDatabase(path, 'create')
  const key = { user: USER, scopes: ['device:read'], menus: [MENU_ID] }
  await importDocument(database, {
    users: [{ id: USER, name: 'Benchmark' }],
    devices: [...createDevices(0, 1)],
    menus: [createMenuOf50()],
    apiKeys: [
      { ...key, key: KEY_OF_ONE, name: 'One' },
      { ...key, key: KEY_OF_MANY, name: 'Many' },
    ],
  })
  await database.close()
}

function multiply(connection: Sqlite.Database, { devices, menus, granted }: Size): void {
  connection.prepare(COPY_DEVICE).run(devices - 1, deviceId(0))
  connection.prepare(GRANT_DEVICES).run(USER)
  for (const sql of [COPY_MENU, COPY_GROUPS, COPY_ITEMS]) connection.prepare(sql).run(menus - 1, MENU_ID)
  connection.prepare(GRANT_MENUS).run('Many', granted)
}
