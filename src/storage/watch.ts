import type { ContentVersion, Database } from './database.ts'

/** Streams promise that a change arrives within a second. This leaves time for the queries. */
const POLL_INTERVAL_MS = 250

/**
 * Calls the listener soon, and then after each change of keys, grants or menus, by any process. While the
 * database is unavailable, polling continues and no change is reported.
 * @returns a function that ends the watch
 */
export function watchContentVersion(database: Database, listener: () => void): () => void {
  let known: ContentVersion | undefined
  let isStopped = false

  async function poll(): Promise<void> {
    const current = await database.contentVersion()
    if (current === known || isStopped) return
    known = current
    listener()
  }

  const timer = setInterval(() => poll().catch(() => {}), POLL_INTERVAL_MS).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
