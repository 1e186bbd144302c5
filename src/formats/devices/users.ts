import { ACCESS_LEVELS } from '../../device/access.ts'
import { showValue } from '../../documents/document-error.ts'
import { groupBy } from '../../lib/group-by.ts'
import { findExisting } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import type { DeviceTableRow } from './columns.ts'
import { readAccess } from './device-values.ts'

/** Users are not created, because a misspelled name would become one. Each unknown user is one error, in its first row. */
export async function requireUsers(database: Database, rows: readonly DeviceTableRow[]): Promise<void> {
  const named = rows.flatMap((row) =>
    [...new Set(readAccess(row).map(({ user }) => user))].map((user) => ({ user, row })),
  )
  const existing = await findExisting(database, 'users', new Set(named.map(({ user }) => user)))
  const unknown = named.filter(({ user }) => !existing.has(user))
  for (const [user, [first, ...others]] of groupBy(unknown, ({ user }) => user))
    first?.row.fault('access', problemOf(user, others.length))
}

function problemOf(user: string, otherRows: number): string {
  const also = otherRows === 0 ? '' : `, also in ${otherRows} more ${otherRows === 1 ? 'row' : 'rows'}`
  return `must be ids of users that exist, alone or with one of the levels ${ACCESS_LEVELS.join(', ')} as in "anna: read", got ${showValue(user)}${also}: add the user first, with signage users add`
}
