import type { ImportSource, Section } from '../../src/documents/source.ts'

/* Shorthands for import files of tests. */

export const KEY = 'a98b440c16414f9c8a8c3fc239ce84fe'

export interface ItemOptions {
  id?: string
  description?: string | null
  price?: number | null
  calories?: number | null
  tags?: string[]
  inStock?: boolean
  items?: unknown[]
}

export function item(name: string, options: ItemOptions = {}) {
  return { id: `item-${name}`, name, ...options }
}

export interface GroupOptions {
  id?: string
  description?: string | null
  tags?: string[]
  groups?: unknown[]
  items?: unknown[]
}

export function group(name: string, options: GroupOptions = {}) {
  return { id: `group-${name}`, name, ...options }
}

export interface MenuOptions {
  name?: string
  location?: { name?: string | null; restaurantName?: string | null } | null
  groups?: unknown[]
}

export function menu(id: string, { name = id, location = null, groups = [] }: MenuOptions = {}) {
  return { id, name, location, groups }
}

/** An import file with one user, and one key that may read these menus. */
export function menusDocument(...menus: { id: string }[]) {
  return {
    users: [{ id: 'ops', name: 'Operations' }],
    menus,
    apiKeys: [{ key: KEY, name: 'boards', user: 'ops', scopes: [], menus: menus.map(({ id }) => id) }],
  }
}

export const withKey = { 'x-api-key': KEY }
export const withBearer = { authorization: `Bearer ${KEY}` }

export function device(id: string, options: Record<string, unknown> = {}) {
  return {
    id,
    name: 'Front Lobby',
    timezone: 'America/Los_Angeles',
    updated_at: '2025-01-15T15:20:15.955849Z',
    created_at: '2024-03-21T17:51:45.70569Z',
    access: [{ user: 'ops', level: 'read' }],
    ...options,
  }
}

/** An import file with one user, a device key of that user, and these devices. */
export function devicesDocument(...devices: object[]) {
  return {
    users: [{ id: 'ops', name: 'Operations' }],
    devices,
    apiKeys: [{ key: KEY, name: 'dashboard', user: 'ops', scopes: ['device:read'], menus: [] }],
  }
}

/** The members of a section of an import file. */
export function membersOf(source: ImportSource | undefined, section: Section): readonly unknown[] {
  const members: unknown = Object(source?.document())[section]
  return Array.isArray(members) ? members : []
}

interface Dish {
  readonly name: string
  readonly price?: number
  readonly description?: string
  readonly calories?: number
  readonly tags?: string[]
  readonly inStock?: boolean
}

export const dishes = (...list: Dish[]) => list.map(({ name, ...options }) => item(name, options))
