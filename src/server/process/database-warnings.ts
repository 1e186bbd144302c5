import type { Logger } from 'pino'
import type { Database, StorageWarning } from '../../storage/database.ts'

const INTERVAL_MS = 1000

/** Logs each warning about a database when it begins, and when it ends. @returns a function that ends this */
export function logDatabaseWarnings(databases: readonly Database[], logger: Logger): () => void {
  let known: readonly StorageWarning[] = []

  const timer = setInterval(() => {
    const current: StorageWarning[] = []
    for (const database of databases) current.push(...without(database.warnings(), current))
    for (const { server, message } of without(current, known)) logger.warn({ server }, message)
    for (const { server, message } of without(known, current))
      logger.info({ server }, `no longer: ${message}`)
    known = current
  }, INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

function without(warnings: readonly StorageWarning[], others: readonly StorageWarning[]): StorageWarning[] {
  return warnings.filter(
    ({ server, message }) => !others.some((other) => other.server === server && other.message === message),
  )
}
