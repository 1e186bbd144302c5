import { type DataVersion, StorageUnavailableError } from '../database.ts'

/**
 * Reads the version of keys, grants and menus on one connection. The row of `data_state` is read only after a
 * commit, and a change is reported only if that row has changed.
 * @param queries `dataVersion` changes when another connection commits; it takes about a microsecond and
 *   reads no table. `stateVersion` is the version in `data_state`, which triggers change with all these
 */
export function createDataVersionReader(queries: Record<'dataVersion' | 'stateVersion', () => unknown>) {
  let state: DataVersion = { number: 0 }
  let seenDataVersion: unknown
  let seenStateVersion: unknown

  return {
    /** See `Database.dataVersion`. @throws {StorageUnavailableError} if the table `data_state` has no row */
    read(): DataVersion {
      // Query the data version first: a commit between the two queries then changes the next data version.
      const currentDataVersion = queries.dataVersion()
      if (currentDataVersion === seenDataVersion) return state
      const current = queries.stateVersion()
      if (current === undefined) {
        throw new StorageUnavailableError('The database cannot be used: data_state is empty.')
      }
      if (current !== seenStateVersion) state = { number: state.number + 1 }
      seenStateVersion = current
      seenDataVersion = currentDataVersion
      return state
    },
    /** Must be called after each transaction on this connection: SQLite reports only commits of others. */
    readRowNextTime() {
      seenDataVersion = undefined
    },
  }
}
