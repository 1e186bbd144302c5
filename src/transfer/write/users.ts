import { findUsersQuery, putUsers, type User } from '../../auth/queries.ts'
import { differingFields, toDifference } from '../../lib/flow/differences.ts'
import { readRows } from '../../storage/chunks.ts'
import type { ImportContext } from './context.ts'

/** Adds users, and renames those whose name differs. */
export function* writeUsers(users: readonly User[], { onDifference }: ImportContext) {
  const rows = yield* readRows<User>(findUsersQuery(users.map(({ id }) => id)))
  const stored = new Map(rows.map((user) => [user.id, user]))
  const different = users.filter((user) => {
    const before = stored.get(user.id)
    const difference = toDifference('user', user, before && differingFields(before, user, ['name']))
    if (difference) onDifference(difference)
    return difference !== undefined
  })
  yield* putUsers(different)
}
