import { hashKey, keyId } from '../../src/auth/credential.ts'
import { device, group, item, menu } from './documents.ts'

export const USERS = ['one', 'two'] as const
export type User = (typeof USERS)[number]
export const keyOf = (user: User) => `the-key-of-user-${user}`
const idOf = (user: User) => keyId(hashKey(keyOf(user)))

const access = (...users: User[]) => ({ access: users.map((user) => ({ user, level: 'read' })) })
const tree = (name: string) =>
  group(name, { tags: ['all', name], groups: [group(`${name}-child`)], items: [item(name, { price: 1 })] })
/** Devices and menus of one user, of the other, of both, and of neither. */
export const document = {
  users: USERS.map((id) => ({ id, name: id })),
  devices: [
    device('of-one', access('one')),
    device('of-two', access('two')),
    device('shared', access(...USERS)),
    device('hidden', access()),
  ],
  menus: ['one', 'two', 'shared', 'hidden'].map((id) => menu(id, { groups: [tree(id)] })),
  apiKeys: USERS.map((user) => ({
    key: keyOf(user),
    name: user,
    user,
    scopes: ['device:read'],
    menus: [user, 'shared'],
  })),
}

export const DEVICE_PATHS = [
  '/devices/of-one',
  '/devices/of-two',
  '/devices/shared',
  '/devices/hidden',
  '/devices',
  '/devices?is_online=false',
  '/devices?ids=of-one,of-two',
  '/fleet',
  '/fleet?state=never&group=none',
]
export const MENU_PATHS = [
  '/v1/menus',
  '/v1/menus/options',
  '/v1/menus/one/groups/options',
  '/v1/menus/shared/groups/options',
  '/v1/menus/hidden/groups/options',
  '/v1/groups',
  '/v1/groups?menus=one,two',
  '/v1/groups?tags=all&depth=0',
  '/v1/groups?groups=group-two',
]

/** Changes that are made one after the other. Each starts from the result of the previous one. */
export const CHANGES: readonly (readonly [change: string, script: string])[] = [
  ['nothing', "UPDATE users SET name = 'same'"],
  ['a menu granted', `INSERT INTO api_key_menus (key_id, menu_id) VALUES ('${idOf('one')}', 'two')`],
  ['a menu taken away', `DELETE FROM api_key_menus WHERE menu_id = 'shared' AND key_id = '${idOf('two')}'`],
  ['a price', "UPDATE menu_items SET price = 2 WHERE id = 'item-two'"],
  ['the name of a group', "UPDATE menu_groups SET name = 'renamed' WHERE id = 'group-shared-child'"],
  ['a heartbeat', "UPDATE devices SET last_heartbeat_at = '2026-01-15T12:00:00Z' WHERE id = 'shared'"],
  ['a device taken away', "DELETE FROM device_access WHERE device_id = 'shared' AND user_id = 'one'"],
  [
    'a device given',
    "INSERT INTO device_access (device_id, user_id, level) VALUES ('hidden', 'two', 'read')",
  ],
  ['a level without read access', "UPDATE device_access SET level = 'publish' WHERE device_id = 'of-two'"],
  ['a scope taken away', `UPDATE api_keys SET scopes = '[]' WHERE id = '${idOf('two')}'`],
  ['a key of another user', `UPDATE api_keys SET user_id = 'two' WHERE id = '${idOf('one')}'`],
  ['a key revoked', `UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00Z' WHERE id = '${idOf('one')}'`],
]
