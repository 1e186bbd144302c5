import { type ContentVersion, StorageUnavailableError } from '../database.ts'

/**
 * Reads the version of the content on one connection. The row of `content_version` is read only after a
 * commit, and a change is reported only if that row has changed.
 * @param queries `dataVersion` reads SQLite's counter of commits of other connections, within a microsecond; `storedVersion` reads
 *   the row that triggers change when keys, grants or menus change
 */
export function createContentVersionReader(queries: Record<'dataVersion' | 'storedVersion', () => unknown>) {
  let contentVersion: ContentVersion = 0
  let seenDataVersion: unknown
  let seenStoredVersion: unknown

  return {
    /** See `Database.contentVersion`. @throws {StorageUnavailableError} if the table `content_version` has no row */
    read(): ContentVersion {
      // Read SQLite's version first: if a commit comes between the two queries, the next call sees another version.
      const currentDataVersion = queries.dataVersion()
      if (currentDataVersion === seenDataVersion) return contentVersion
      const current = queries.storedVersion()
      if (current === undefined) {
        throw new StorageUnavailableError('The database cannot be used: content_version is empty.')
      }
      if (current !== seenStoredVersion) contentVersion++
      seenStoredVersion = current
      seenDataVersion = currentDataVersion
      return contentVersion
    },
    /** Call it after each transaction on this connection: SQLite reports only commits of other connections. */
    noteOwnCommit() {
      seenDataVersion = undefined
    },
  }
}
