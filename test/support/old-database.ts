import { inject, onTestFinished } from 'vitest'
import type { Database, StoredRow } from '../../src/storage/database.ts'
import { migrate, readMigrations } from '../../src/storage/migrations.ts'
import { openUnchecked } from '../../src/storage/open.ts'
import { newDatabaseUrl } from './database.ts'
import { NOW } from './target.ts'

/* Databases as versions have left them, with rows in all tables. */

const HASH = 'a'.repeat(64)
const AT = new Date(NOW).toISOString()

/**
 * A row of each table, as the first version with the table wrote it, in the order in which they refer to each other. A new table needs
 * one here.
 */
const ROWS_OF_TABLE: Readonly<Record<string, string>> = {
  users: "INSERT INTO users (id, name) VALUES ('ops', 'Operations')",
  api_keys: `INSERT INTO api_keys (hash, id, prefix, name, user_id, scopes)
    VALUES ('${HASH}', 'key_aaaaaaaaaaaaaaaa', 'sgn_aaaa', 'Kitchen', 'ops', '["menu:write"]')`,
  menus: "INSERT INTO menus (id, name, location_name) VALUES ('lunch', 'Lunch', 'Quayside')",
  api_key_menus: "INSERT INTO api_key_menus (key_id, menu_id) VALUES ('key_aaaaaaaaaaaaaaaa', 'lunch')",
  menu_groups: `INSERT INTO menu_groups (id, menu_id, position, name, tags) VALUES ('soups', 'lunch', 0, 'Soups', '["hot"]')`,
  menu_items: `INSERT INTO menu_items (id, menu_id, group_id, position, name, price, in_stock)
    VALUES ('tomato', 'lunch', 'soups', 0, 'Tomato', 6.5, '0');
    INSERT INTO menu_items (id, menu_id, group_id, parent_id, position, name) VALUES ('large', 'lunch', 'soups', 'tomato', 0, 'Large')`,
  restocks: `INSERT INTO restocks (menu_id, item_id, at) VALUES ('lunch', 'tomato', '${AT}')`,
  change_log: `INSERT INTO change_log (at, key_id, action, kind, menu_id, target_id, name, field, old_value, new_value)
    VALUES ('${AT}', 'key_aaaaaaaaaaaaaaaa', 'changed', 'item', 'lunch', 'tomato', 'Tomato', 'price', '6', '6.5')`,
  sites: "INSERT INTO sites (id, name, timezone) VALUES ('quay', 'Quayside', 'Europe/Paris')",
  site_hours_versions: `UPDATE sites SET hours = '{"windows":[]}'`,
  devices: `INSERT INTO devices (id, name, timezone, site_id, updated_at, created_at)
    VALUES ('lobby', 'Lobby', 'Europe/Paris', 'quay', '${AT}', '${AT}')`,
  device_access: "INSERT INTO device_access (user_id, device_id, level) VALUES ('ops', 'lobby', 'read')",
  jobs: `INSERT INTO jobs (name, last_run_at) VALUES ('restocks', '${AT}')`,
  latest_primary: "INSERT INTO latest_primary (system_identifier, timeline) VALUES ('7', 1)",
  service_absences: 'INSERT INTO service_absences (started_at, ended_at) VALUES (1, 2)',
  service_presence: 'INSERT INTO service_presence (only_row, last_at) VALUES (1, 3)',
  outages: "INSERT INTO outages (device_id, started_at, ended_at) VALUES ('lobby', 4, 5)",
  incidents:
    "INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES ('i', 'device', 'lobby', 6, 7)",
  incident_devices:
    "INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES ('lobby', 'i', 6)",
  alert_routes:
    "INSERT INTO alert_routes (id, format, url, created_at) VALUES ('r', 'webhook', 'https://x.example', 8)",
  alert_messages:
    "INSERT INTO alert_messages (id, route_id, kind, body, created_at) VALUES ('m', 'r', 'opened', '{}', 9)",
  alert_message_incidents:
    "INSERT INTO alert_message_incidents (incident_id, route_id, kind, message_id) VALUES ('i', 'r', 'opened', 'm')",
  alert_mutes: "INSERT INTO alert_mutes (kind, subject_id, until) VALUES ('route', 'r', 10)",
}

/**
 * Creates a database with rows in all tables, which each migration found as the version before had left them.
 * @param version the number of the last migration; by default the newest
 */
export async function openFilled(version = COUNT) {
  const url = await newDatabaseUrl()
  const database = await openUnchecked(url, 'create')
  onTestFinished(() => database.close())
  for (let count = 1; count <= version; count++) {
    await migrate(database, readMigrations(database.engine).slice(0, count))
    await database.batch([{ script: await rowsOfNewTables(database) }])
  }
  return { url, database }
}

async function rowsOfNewTables(database: Database): Promise<string> {
  const rows = await readAll(database)
  const isEmpty = (table: string) => rows.get(table)?.length === 0
  return Object.entries(ROWS_OF_TABLE)
    .filter(([table]) => isEmpty(table))
    .map(([, script]) => script)
    .join(';')
}
let reads = 0

/** The rows of all tables, by their names. Each time, the statements are other ones: they must not be prepared for earlier columns. */
export async function readAll(database: Database): Promise<Map<string, readonly StoredRow[]>> {
  reads++
  const tables = (await database.tableNames()).filter((name) => !/^(sqlite_|schema_migrations$)/.test(name))
  const rows = tables.map(
    async (table) =>
      [table, await database.all<StoredRow>({ sql: `SELECT * FROM ${table} /* ${reads} */` })] as const,
  )
  return new Map(await Promise.all(rows))
}

/** How many migrations there are. */
export const COUNT = readMigrations(inject('engine')).length

/** All migrations, and one that does not exist. */
export const madeUp = (script: string) => [
  ...readMigrations(inject('engine')),
  { version: 9000, name: '9000-made-up.sql', checksum: 'c'.repeat(64), script },
]
