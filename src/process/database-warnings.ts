import type { Logger } from 'pino'
import type { Database, StorageWarning } from '../storage/database.ts'

const INTERVAL_MS = 1000

/** Logs each warning about a database when it begins, and when it ends. @returns a function that ends this */
export function logDatabaseWarnings(databases: readonly Database[], logger: Logger): () => void {
  let known: readonly StorageWarning[] = []

  const timer = setInterval(() => {
    const current: StorageWarning[] = []
    for (const database of databases) current.push(...notIn(database.warnings(), current))
    for (const { subject, message } of notIn(current, known)) logger.warn({ subject }, message)
    for (const { subject, message } of notIn(known, current))
      logger.info({ subject, warning: message }, 'a warning has ended')
    known = current
  }, INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

function notIn(warnings: readonly StorageWarning[], others: readonly StorageWarning[]): StorageWarning[] {
  return warnings.filter(
    ({ subject, message }) => !others.some((other) => other.subject === subject && other.message === message),
  )
}
