import { type State, StorageUnavailableError } from '../database.ts'

/** Tells the state of keys, grants and menus on one connection. */
export interface StateReader {
  /**
   * See `Database.state`.
   * @throws {StorageUnavailableError} if the table `data_state` has no row
   */
  readonly read: () => State
  /** Must be called after each transaction of this connection: SQLite tells it of the commits of others only. */
  readonly readRowNextTime: () => void
}

/** What SQLite is asked. */
interface Questions {
  /** Changes when another connection commits. The question takes about a microsecond and reads no table. */
  readonly dataVersion: () => unknown
  /** The version in `data_state`, which triggers change with keys, grants and menus; undefined if there is no row. */
  readonly stateVersion: () => unknown
}

/** Reads the row `data_state` only after a commit, and takes the state for changed only if the row has changed. */
export function createStateReader({ dataVersion, stateVersion }: Questions): StateReader {
  let state: State = { number: 0 }
  let seenDataVersion: unknown
  let seenStateVersion: unknown

  return {
    read() {
      // This question comes first: a commit between the two then shows in the next data version.
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
