import type { Database } from '../../storage/database.ts'
import { BOUND_LIST, defineQuery, defineReader } from '../../storage/define-query.ts'
import { upsertRows } from '../../storage/statements.ts'

/** The columns of users. Imports compare and store them, and exports have them. */
export const USER_COLUMNS = ['id', 'name'] as const
export type User = Readonly<Record<(typeof USER_COLUMNS)[number], string>>

/** SQL that adds users, or renames existing ones. */
export function upsertUsers(users: readonly User[]) {
  return upsertRows('users', ['id'], USER_COLUMNS, users)
}

export const listUsers = defineReader<User>(`SELECT ${USER_COLUMNS.join()} FROM users ORDER BY id`)

export const findUsersQuery = defineQuery<[ids: Iterable<string>]>(
  `SELECT ${USER_COLUMNS.join()} FROM users WHERE id IN ${BOUND_LIST}`,
)

const DEPENDENTS = `
SELECT
  (SELECT count(*) FROM api_keys WHERE user_id = u.id) AS keys,
  (SELECT count(DISTINCT device_id) FROM device_access WHERE user_id = u.id) AS devices
FROM users u WHERE u.id = ?`

/** The number of keys of a user, and of devices that the user has access to. */
export async function countDependents(database: Database, id: string) {
  const counts = await database.get<Record<'keys' | 'devices', number>>({ sql: DEPENDENTS, parameters: [id] })
  return counts ?? { keys: 0, devices: 0 }
}
