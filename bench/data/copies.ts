import { DEVICE_COLUMN_NAMES } from '../../src/device/repository.ts'
import { columnsOf } from '../../src/lib/fields.ts'
import { GROUP_FIELDS, ITEM_FIELDS } from '../../src/menu/schema.ts'

/** The number of records in a database. */
export interface Size {
  readonly devices: number
  readonly menus: number
  readonly keys: number
  /** The number of menus that the key with many menus may read. If it is 1, there is no such key. */
  readonly granted: number
}

/** The records to copy, and the user and keys that get access to the copies. */
export interface Originals {
  readonly deviceId: string
  readonly menuId: string
  readonly userId: string
  readonly keyName: string
  readonly keyNameOfMany: string
}

export interface Copy {
  readonly sql: string
  readonly parameters: readonly (string | number)[]
}

/** SQL that differs between the engines. */
interface Dialect {
  /** A table of the numbers from 1 to a parameter, in the column `n`. */
  readonly numbers: string
  /** Formats a number as eight hexadecimal digits. */
  readonly hex: (number: string) => string
}

const DIALECTS: Readonly<Record<'sqlite' | 'postgres', Dialect>> = {
  sqlite: {
    numbers: `(
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?) SELECT n FROM counted
    ) AS numbers`,
    hex: (number) => `printf('%08x', ${number})`,
  },
  postgres: {
    numbers: 'generate_series(1, ?::bigint) AS numbers (n)',
    hex: (number) => `lpad(to_hex(${number}), 8, '0')`,
  },
}

const listed = (columns: readonly string[]) => columns.join(', ')
const DEVICE_COLUMNS = listed(DEVICE_COLUMN_NAMES.filter((column) => column !== 'id' && column !== 'name'))
const GROUP_COLUMNS = listed(Object.keys(columnsOf(GROUP_FIELDS)))
const ITEM_COLUMNS = listed(Object.keys(columnsOf(ITEM_FIELDS)))

/** Returns the statements that copy a device, a menu and a key until the database has the given size. */
export function copiesFor(engine: 'sqlite' | 'postgres', size: Size, originals: Originals): Copy[] {
  const dialect = DIALECTS[engine]
  const { deviceId, menuId, userId, keyName, keyNameOfMany } = originals
  const copiesOf = (id: string, size: number) => [size - 1, id]
  const keyCopies = size.keys - (size.granted > 1 ? 2 : 1)
  const copies = [
    { sql: copyDevice(dialect), parameters: copiesOf(deviceId, size.devices) },
    { sql: GRANT_DEVICES, parameters: [userId] },
    ...copyMenu(dialect).map((sql) => ({ sql, parameters: copiesOf(menuId, size.menus) })),
    { sql: copyKey(dialect), parameters: [keyCopies, keyName] },
    { sql: GRANT_MENU, parameters: [menuId] },
    { sql: GRANT_MENUS, parameters: [keyNameOfMany, size.granted] },
  ]
  return copies.filter(({ parameters }) => parameters[0] !== 0)
}

// The ids are the same as those of `deviceId()`. They are inserted in order, so that the index only grows at its end.
const copyDevice = ({ numbers, hex }: Dialect) => `
INSERT INTO devices (id, name, ${DEVICE_COLUMNS})
SELECT
  'c4:23:' || substr(hex, 1, 2) || ':' || substr(hex, 3, 2) || ':' || substr(hex, 5, 2) || ':' || substr(hex, 7, 2),
  name || ' ' || n, ${DEVICE_COLUMNS}
FROM devices, (SELECT n, ${hex('(n * 2654435761) & 4294967295')} AS hex FROM ${numbers}) AS places
WHERE id = ?
ORDER BY hex`

const GRANT_DEVICES = `
INSERT INTO device_access (user_id, device_id, level) SELECT ?, id, 'read' FROM devices ORDER BY id`

const copyMenu = ({ numbers }: Dialect) => [
  `INSERT INTO menus (id, name, location_name, restaurant_name)
  SELECT id || '-' || n, name, location_name, restaurant_name FROM menus, ${numbers} WHERE id = ?`,
  `INSERT INTO menu_groups (menu_id, position, id, parent_id, ${GROUP_COLUMNS})
  SELECT menu_id || '-' || n, position, id || '-' || n, parent_id || '-' || n, ${GROUP_COLUMNS}
  FROM menu_groups, ${numbers} WHERE menu_id = ?`,
  `INSERT INTO menu_items (menu_id, position, id, group_id, parent_id, ${ITEM_COLUMNS})
  SELECT menu_id || '-' || n, position, id || '-' || n, group_id || '-' || n, parent_id || '-' || n, ${ITEM_COLUMNS}
  FROM menu_items, ${numbers} WHERE menu_id = ?`,
]

const copyKey = ({ numbers, hex }: Dialect) => `
INSERT INTO api_keys (hash, id, prefix, name, user_id, scopes)
SELECT ${hex('n')} || substr(hash, 9), id || '-' || n, prefix, name || ' ' || n, user_id, scopes
FROM api_keys, ${numbers} WHERE name = ?`

const GRANT_MENU = `
INSERT INTO api_key_menus (key_id, menu_id) SELECT id, ? FROM api_keys WHERE true ON CONFLICT DO NOTHING`

const GRANT_MENUS = `
INSERT INTO api_key_menus (key_id, menu_id)
SELECT api_keys.id, menus.id FROM api_keys, menus WHERE api_keys.name = ? LIMIT ?
ON CONFLICT DO NOTHING`
