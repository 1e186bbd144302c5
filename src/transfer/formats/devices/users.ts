import { ACCESS_LEVELS } from '../../../device/access.ts'
import { groupBy } from '../../../lib/flow/group-by.ts'
import { findExisting } from '../../../storage/chunks.ts'
import type { Database } from '../../../storage/database.ts'
import { showValue } from '../../errors.ts'
import type { DeviceRow } from './rows.ts'
import { readAccess } from './values.ts'

/** Users are not made: a name that is misspelled would be one more, who sees nothing. Each is one error, in the first of its rows. */
export async function requireUsers(database: Database, rows: readonly DeviceRow[]): Promise<void> {
  const named = rows.flatMap((row) =>
    [...new Set(readAccess(row).map(({ user }) => user))].map((user) => ({ user, row })),
  )
  const existing = await findExisting(database, 'users', new Set(named.map(({ user }) => user)))
  const unknown = named.filter(({ user }) => !existing.has(user))
  for (const [user, [first, ...others]] of groupBy(unknown, ({ user }) => user))
    first?.row.fault('access', problemOf(user, others.length))
}

/** What follows a user in a cell, as in `anna: write` and `anna (write)`. */
const LEVEL = /[:(=][^:(=]*$/

function problemOf(user: string, otherRows: number): string {
  const also = otherRows === 0 ? '' : `, also in ${otherRows} more ${otherRows === 1 ? 'row' : 'rows'}`
  const got = `got ${showValue(user)}${also}`
  if (LEVEL.test(user))
    return `must be ids of users that exist, alone or with one of the levels ${ACCESS_LEVELS.join(', ')}, ${got}`
  return `must be ids of users that exist, ${got}: add the user first, with signage users add`
}
