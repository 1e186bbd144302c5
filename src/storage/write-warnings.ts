import { type Database, StorageOperatorError, type StorageWarning } from './database.ts'

/** Adds a warning to a database while writes fail for a reason that needs an operator, such as a full disk. */
export function withWriteWarnings(database: Database): Database {
  let warning: StorageWarning | undefined

  function rememberFailedWrite(error: unknown): void {
    if (!(error instanceof StorageOperatorError)) return
    const sentence = (text: string) => `Changes fail. ${text}`
    const publicMessage = sentence(error.publicMessage)
    warning = { subject: database.engine, message: sentence(error.message), publicMessage }
  }

  return {
    ...database,
    rememberFailedWrite,
    batch: async (statements) => {
      try {
        const changes = await database.batch(statements)
        // A transaction without changes can succeed although nothing can be written.
        if (changes > 0) warning = undefined
        return changes
      } catch (error) {
        rememberFailedWrite(error)
        throw error
      }
    },
    warnings: () => [...database.warnings(), ...(warning ? [warning] : [])],
  }
}
