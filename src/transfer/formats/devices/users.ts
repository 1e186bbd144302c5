import { findExisting } from '../../../storage/chunks.ts'
import type { Database } from '../../../storage/database.ts'
import { showValue } from '../../errors.ts'
import type { DeviceRow } from './rows.ts'
import { readAccess } from './values.ts'

/** Users are not made: a name that is misspelled would be one more, who sees nothing. */
export async function requireUsers(database: Database, rows: readonly DeviceRow[]): Promise<void> {
  const named = rows.map((row) => ({ row, users: new Set(readAccess(row).map(({ user }) => user)) }))
  const existing = await findExisting(database, 'users', new Set(named.flatMap(({ users }) => [...users])))
  for (const { row, users } of named)
    for (const user of users)
      if (!existing.has(user))
        row.fault(
          'access',
          `must be ids of users that exist, got ${showValue(user)}: add the user first, with signage users add`,
        )
}
