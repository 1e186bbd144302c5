import { type Database, StorageOperatorError, type StorageWarning } from './database.ts'

/** Adds a warning to a database while writes fail for a reason that needs an operator, such as a full disk. */
export function rememberFailingWrites(database: Database): Database {
  let warning: StorageWarning | undefined
  return {
    ...database,
    batch: async (statements) => {
      try {
        const changes = await database.batch(statements)
        // A transaction without changes can succeed although nothing can be written.
        if (changes > 0) warning = undefined
        return changes
      } catch (error) {
        if (error instanceof StorageOperatorError)
          warning = {
            subject: database.engine,
            message: `Changes fail. ${error.message}`,
            publicMessage: `Changes fail. ${error.publicMessage}`,
          }
        throw error
      }
    },
    warnings: () => [...database.warnings(), ...(warning ? [warning] : [])],
  }
}
