import { findUsers, putUsers, type User } from '../../auth/admin-queries.ts'
import { readRows } from '../../storage/chunks.ts'
import { changedFields } from './changes.ts'
import type { Writing } from './write-members.ts'

/** Adds users, and renames those whose name differs. */
export function* writeUsers(users: readonly User[], { onChange }: Writing) {
  const rows = yield* readRows<User>(findUsers(users.map(({ id }) => id)))
  const stored = new Map(rows.map((user) => [user.id, user]))
  const different = users.filter((user) => {
    const before = stored.get(user.id)
    const fields = before && changedFields(before, user, ['name'])
    if (fields?.length === 0) return false
    const { id, name } = user
    onChange({ kind: 'user', id, name, ...(fields ? { action: 'changed', fields } : { action: 'added' }) })
    return true
  })
  yield* putUsers(different)
}
