import {
  API_KEY,
  DEVICES,
  LOCATIONS,
  locationId,
  MENU_ID,
  SCREENS,
  screenKey,
  TREE_ID,
} from './data/database.ts'
import { deviceId } from './data/devices.ts'
import { FILTER_TAG } from './data/menus.ts'

/** Requests that are sent to a server repeatedly. */
export interface Workload {
  /** Its name on the command line. */
  readonly name: string
  readonly title: string
  /** Each request is for one of these paths, chosen at random. */
  readonly paths: readonly string[]
  /** The API key of the request for each path, if they have different ones. */
  readonly keys?: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  /** Whether requests carry the ETag of the response, so that the server sends 304. */
  readonly isConditional: boolean
  /**
   * Target ratios of requests per CPU-second to those of the other servers; and of the service without its fast path
   * to (b).
   */
  readonly targets?: Readonly<Record<'a' | 'b' | 'c' | 'fullPath', number>>
}

const CONNECTIONS = 32
/** Fewer than for other workloads: the responses are large and would only wait in memory. */
const TREE_CONNECTIONS = 4

const FULL_PATH_TARGET = 0.45

const groupsOf = (menuId: string) => `/v1/groups?menus=${menuId}`
const byKey = { 'X-API-Key': API_KEY }
const usual = { headers: byKey, connections: CONNECTIONS, isConditional: false }

export const menuWorkload: Workload = {
  ...usual,
  name: 'menu',
  title: 'groups, 50-item menu',
  paths: [groupsOf(MENU_ID)],
  targets: { a: 0.75, b: 0.9, c: 80, fullPath: FULL_PATH_TARGET },
}

export const notModifiedWorkload: Workload = {
  ...menuWorkload,
  name: '304',
  title: '304, 50-item menu',
  isConditional: true,
  targets: { a: 0.8, b: 0.85, c: 160, fullPath: FULL_PATH_TARGET },
}

export const treeWorkload: Workload = {
  ...usual,
  name: 'tree',
  title: 'full tree of 10,000 items',
  paths: [groupsOf(TREE_ID)],
  connections: TREE_CONNECTIONS,
  targets: { a: 0.95, b: 0.95, c: 730, fullPath: FULL_PATH_TARGET },
}

export const deviceWorkload: Workload = {
  ...usual,
  name: 'device',
  title: 'random device of 100,000',
  paths: Array.from({ length: DEVICES }, (_, index) => `/devices/${deviceId(index)}`),
  headers: { Authorization: `Bearer ${API_KEY}` },
  targets: { a: 0.55, b: 0.6, c: 8, fullPath: FULL_PATH_TARGET },
}

export const workloads: readonly Workload[] = [
  deviceWorkload,
  menuWorkload,
  {
    ...usual,
    name: 'location',
    title: 'groups, random location of 200',
    paths: Array.from({ length: LOCATIONS }, (_, index) => groupsOf(locationId(index))),
    targets: { a: 0.75, b: 0.9, c: 120, fullPath: FULL_PATH_TARGET },
  },
  {
    ...usual,
    name: 'tag',
    title: 'groups by tag, 50-item menu',
    paths: [`${groupsOf(MENU_ID)}&tags=${FILTER_TAG}`],
  },
  treeWorkload,
  notModifiedWorkload,
  {
    ...usual,
    name: 'options',
    title: 'group options, 50-item menu',
    paths: [`/v1/menus/${MENU_ID}/groups/options`],
  },
]

/** The requests of the screens: each has a key of its own, and its own query. */
const screens = {
  ...usual,
  headers: {},
  paths: Array.from({ length: SCREENS }, (_, index) => pathOfScreen(index)),
  keys: Array.from({ length: SCREENS }, (_, index) => screenKey(index)),
}

/** What a service does all day. Meanwhile, another process records heartbeats. */
export const ordinaryWorkloads: readonly Workload[] = [
  { ...screens, name: 'screens', title: `${SCREENS} screens, each with a key and a query of its own` },
  { ...deviceWorkload, name: 'devices', title: 'random device of 100,000' },
]

function pathOfScreen(index: number): string {
  const id = locationId(index % LOCATIONS)
  const kinds = [groupsOf(id), `${groupsOf(id)}&tags=${FILTER_TAG}`, `/v1/menus/${id}/groups/options`]
  return kinds[Math.floor(index / LOCATIONS)] ?? ''
}
