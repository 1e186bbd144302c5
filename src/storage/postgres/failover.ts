import { setTimeout as sleep } from 'node:timers/promises'
import { type Purpose, type ReadFrom, StorageUnavailableError } from '../database.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { isLost, translateError } from './errors.ts'
import { CLOSED, createServer, type Server } from './server.ts'
import { createServerInUse, type SeenServer } from './server-in-use.ts'
import { ONLY_SERVER, readRole, readState, recordState, type ServerRole } from './server-state.ts'

export type Cluster = ReturnType<typeof createCluster>

/** How often to check that the server in use is still the right one, and that its connections work. */
const WATCH_INTERVAL_MS = 1000
/** Pauses before the retries of a choice, or of work whose server was lost: a slow response is better than an error. */
const RETRY_PAUSES_MS = [10, 50, 250]

/**
 * The servers of one database. One of them is in use at a time. By default, reads use the primary, and a
 * standby only if there is no primary; with `READ_FROM=replica` it is the other way round. Writes use the
 * primary only. A single server is used whatever its role.
 */
export function createCluster(settings: ConnectionSettings, purpose: Purpose, readFrom: ReadFrom) {
  const isAlone = settings.addresses.length === 1
  const roles = preferredRoles(purpose, readFrom)
  const servers = settings.addresses.map((address): Server => {
    const inspection = isAlone ? { readState: readRole } : { readState, onLost: () => inUse.forget(server) }
    const server = createServer(address, settings, purpose, inspection)
    return server
  })
  const [only] = servers
  const first = isAlone && only ? { server: only, state: ONLY_SERVER } : undefined
  const inUse = createServerInUse(servers, isAlone ? ['primary', 'standby'] : roles, record, first)
  let closing: Promise<unknown> | undefined

  /** The record is of use to others only, so the server is used also if it cannot be written now. */
  async function record({ server, state }: SeenServer): Promise<void> {
    if (purpose === 'read' || state.isRecorded) return
    await server.withClient((session) => recordState(session, state)).catch(() => {})
  }

  const look = () => void inUse.lookAgain().catch(() => {})
  // What a command does may take any time, also without an answer.
  const isWatched = !isAlone || purpose === 'read' || purpose === 'server-write'
  const watching = isWatched ? setInterval(look, WATCH_INTERVAL_MS).unref() : undefined
  // A connection that is as old as the others can tell that they are dead.
  if (isWatched && isAlone) look()

  async function choose(): Promise<Server> {
    if (closing) throw new StorageUnavailableError(CLOSED)
    return inUse.choose()
  }

  return {
    epoch: inUse.epoch,
    warnings: inUse.warnings,
    /**
     * Runs work on the server in use.
     * @param mayRepeat whether work whose connection was lost may run again, on the server that is in use then
     */
    async use<Result>(work: (server: Server) => Promise<Result>, mayRepeat = () => true): Promise<Result> {
      if (closing) throw new StorageUnavailableError(CLOSED)
      let known = inUse.get()
      const attempt = async () => {
        const server = known ?? (await choose())
        known = undefined
        return work(server)
      }
      try {
        return await retry(attempt, mayRepeat)
      } catch (error) {
        throw translateError(error)
      }
    },
    async close() {
      clearInterval(watching)
      closing ??= Promise.all(servers.map((server) => server.close()))
      await closing
    },
  }
}

/**
 * Repeats work that fails on a lost connection. Several retries may be needed, because the loss of other connections to the
 * same server may not have been detected yet.
 */
async function retry<Result>(
  work: () => Promise<Result>,
  mayRepeat: () => boolean,
  [pauseMs, ...pausesMs]: readonly number[] = RETRY_PAUSES_MS,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isLost(error) || pauseMs === undefined || !mayRepeat()) throw error
  }
  await sleep(pauseMs)
  return retry(work, mayRepeat, pausesMs)
}

function preferredRoles(purpose: Purpose, readFrom: ReadFrom): readonly ServerRole[] {
  if (purpose !== 'read') return ['primary']
  return readFrom === 'replica' ? ['standby', 'primary'] : ['primary', 'standby']
}
