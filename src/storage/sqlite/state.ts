import { type DataVersion, StorageUnavailableError } from '../database.ts'

/** Reads the version of keys, grants and menus on one connection. */
export interface DataVersionReader {
  /**
   * See `Database.dataVersion`.
   * @throws {StorageUnavailableError} if the table `data_state` has no row
   */
  readonly read: () => DataVersion
  /** Must be called after each transaction on this connection: SQLite reports only commits of others. */
  readonly readRowNextTime: () => void
}

/** The two queries that the reader needs. */
interface Questions {
  /** Changes when another connection commits. The query takes about a microsecond and reads no table. */
  readonly dataVersion: () => unknown
  /** The version in `data_state`, which triggers change with keys, grants and menus; undefined if no row. */
  readonly stateVersion: () => unknown
}

/** Reads the row of `data_state` only after a commit, and reports a change only if that row has changed. */
export function createDataVersionReader({ dataVersion, stateVersion }: Questions): DataVersionReader {
  let state: DataVersion = { number: 0 }
  let seenDataVersion: unknown
  let seenStateVersion: unknown

  return {
    read() {
      // Query the data version first: a commit between the two queries then changes the next data version.
      const currentDataVersion = dataVersion()
      if (currentDataVersion === seenDataVersion) return state
      const current = stateVersion()
      if (current === undefined) {
        throw new StorageUnavailableError('The database cannot be used: data_state is empty.')
      }
      if (current !== seenStateVersion) state = { number: state.number + 1 }
      seenStateVersion = current
      seenDataVersion = currentDataVersion
      return state
    },
    readRowNextTime() {
      seenDataVersion = undefined
    },
  }
}
