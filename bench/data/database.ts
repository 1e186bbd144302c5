import { type Database, importDocument, openDatabase } from 'signage-service'
import { createDevices } from './devices.ts'
import { createMenu, type Menu, type Shape } from './menus.ts'
import { createRandom } from './random.ts'
import { PLACES } from './words.ts'

export const API_KEY = 'benchmark-key-of-every-menu'
export const USER = 'benchmark'
export const MENU_ID = 'menu-50'
export const TREE_ID = 'menu-10000'
export const LOCATIONS = 200
export const DEVICES = 100_000
/** Screens with a key of their own, which is granted the menu of one location. */
export const SCREENS = 500

const SEED = 20_260_101
/** The number of devices in one import. */
const BATCH = 20_000

const MENU: Shape = { topLevelGroups: 5, groups: 5, items: 50, levels: 1, inSizes: 0 }
const TREE: Shape = { topLevelGroups: 24, groups: 600, items: 10_000, levels: 5, inSizes: 0.25 }

/** Returns the id of the menu of a location, counted from 0. */
export function locationId(index: number): string {
  return `location-${index}`
}

export function screenKey(index: number): string {
  return `benchmark-key-of-screen-${index}`
}

/** Creates the database that all servers of the benchmark read. */
export async function createDatabase(path: string): Promise<void> {
  const database = await openDatabase(path, 'create')
  await importMenus(database)
  for (let first = 0; first < DEVICES; first += BATCH) await importDevices(database, first)
  await database.close()
}

async function importMenus(database: Database): Promise<void> {
  const menus = createMenus()
  const key = { key: API_KEY, name: 'Benchmark', user: USER, scopes: ['device:read', 'device:heartbeat'] }
  await importDocument(database, {
    users: [{ id: USER, name: 'Benchmark' }],
    menus,
    apiKeys: [{ ...key, menus: menus.map(({ id }) => id) }, ...Array.from({ length: SCREENS }, keyOfScreen)],
  })
}

function keyOfScreen(_: unknown, index: number) {
  return {
    key: screenKey(index),
    name: `Screen ${index}`,
    user: USER,
    menus: [locationId(index % LOCATIONS)],
  }
}

export function createMenuOf50(): Menu {
  return createMenu(createRandom(SEED), MENU_ID, 'Market Hall', MENU)
}

function createMenus(): Menu[] {
  const random = createRandom(SEED + 1)
  const locations = Array.from({ length: LOCATIONS }, (_, index) => {
    const items = random.integer(46, 54)
    const shape = { topLevelGroups: 4, groups: random.integer(5, 8), items, levels: 2, inSizes: 0.1 }
    return createMenu(random, locationId(index), random.pick(PLACES), shape)
  })
  return [createMenuOf50(), createMenu(random, TREE_ID, 'Congress Centre', TREE), ...locations]
}

async function importDevices(database: Database, first: number): Promise<void> {
  const access = [{ user: USER, level: 'update' }]
  const devices = Array.from(createDevices(first, BATCH), (device) => ({ ...device, access }))
  await importDocument(database, { devices })
}
