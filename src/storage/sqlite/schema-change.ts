import type Sqlite from 'better-sqlite3'
import { StorageConstraintError } from '../database.ts'
import type { preparer } from './statements.ts'

/**
 * Runs a transaction that may replace tables, as "Making Other Kinds Of Table Schema Changes" in SQLite's documentation says. If
 * foreign keys were enforced, dropping a table would also delete the rows that refer to it. Nothing else may use the connection
 * meanwhile.
 */
export function withoutForeignKeys<Result>(connection: Sqlite.Database, transaction: () => Result): Result {
  // Within a transaction, this would have no effect.
  connection.exec('PRAGMA foreign_keys = OFF')
  try {
    return transaction()
  } finally {
    connection.exec('PRAGMA foreign_keys = ON')
  }
}

const DANGLING = `
SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table", parent`

/**
 * Runs work within a transaction, and checks the references afterwards. References that were already broken are ignored.
 * @throws {StorageConstraintError} if there are more broken references than before
 */
export function checkingReferences<Result>(prepare: ReturnType<typeof preparer>, work: () => Result): Result {
  const read = () => prepare(DANGLING).all()
  const before = read()
  const result = work()
  for (const { table, parent, count } of read()) {
    const same = before.find((row) => row['table'] === table && row['parent'] === parent)
    if (Number(count) <= Number(same?.['count'] ?? 0)) continue
    throw new StorageConstraintError(
      `The migration would leave rows of ${table} that refer to missing rows of ${parent}, so nothing was changed.`,
    )
  }
  return result
}
