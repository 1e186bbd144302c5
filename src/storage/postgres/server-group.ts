import { setTimeout as sleep } from 'node:timers/promises'
import { type Purpose, type ReadFrom, StorageUnavailableError, type StorageWarning } from '../database.ts'
import { chooseServer, type InspectedServer, type LatestPrimary, preferredRoles } from './choose-server.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { isConnectionLost, translateError } from './errors.ts'
import { CLOSED, createPostgresServer, type PostgresServer } from './server.ts'
import { readRole, readState, recordState, type ServerRole } from './server-state.ts'

export type ServerGroup = ReturnType<typeof createServerGroup>

/** How often to check that the server in use is still the right one, and that its connections work. */
const WATCH_INTERVAL_MS = 1000
/** Pauses before retries on a lost server: a slow response is better than an error. */
const RETRY_PAUSES_MS = [10, 50, 250]
/** If no server could be chosen, requests fail at once for this many times as long as the search took. */
const FAILURE_FACTOR = 1.5

/**
 * The servers of one database, of which one is in use at a time. By default, reads use the primary, and a standby only if there is
 * no primary; with `READ_FROM=replica` it is the other way round. Writes use the primary only. A single server is used whatever its
 * role.
 *
 * After a failover, the old primary may come back and accept connections, but what is written there is lost. Each promotion begins
 * a new timeline with a higher number. So the servers are inspected every second, and none is used whose timeline is lower than
 * the highest one seen (decision 36).
 */
export function createServerGroup(settings: ConnectionSettings, purpose: Purpose, readFrom: ReadFrom) {
  const isSingleServer = settings.addresses.length === 1
  const roles: readonly ServerRole[] = isSingleServer
    ? ['primary', 'standby']
    : preferredRoles(purpose, readFrom)
  const servers = settings.addresses.map((address): PostgresServer => {
    const monitorOptions = isSingleServer
      ? { readState: readRole }
      : { readState, onLost: () => forget(server) }
    const server = createPostgresServer(address, settings, purpose, monitorOptions)
    return server
  })
  /** The server that was used last, also while none is in use. */
  let lastUsed = isSingleServer ? servers[0] : undefined
  let inUse = lastUsed
  let latestPrimary: LatestPrimary | undefined
  let choosing: Promise<PostgresServer> | undefined
  let failure: { readonly error: unknown; readonly untilMs: number } | undefined
  let warnings: readonly StorageWarning[] = []
  let epoch = 0
  let closing: Promise<unknown> | undefined

  /** The role of the server may have changed, so all servers are inspected before it is used again. */
  function forget(server: PostgresServer): void {
    if (server === inUse) inUse = undefined
  }

  /** Inspects all servers, and chooses one. @throws if none answers, or none can be used */
  function inspectAndUse(): Promise<PostgresServer> {
    choosing ??= chooseAndUse().finally(() => {
      choosing = undefined
    })
    return choosing
  }

  async function chooseAndUse(): Promise<PostgresServer> {
    const startMs = performance.now()
    try {
      const chosen = await inspectAndChoose()
      await record(chosen)
      switchTo(chosen.server)
      return chosen.server
    } catch (error) {
      // Requests must not wait for servers that do not answer.
      inUse = undefined
      const endMs = performance.now()
      failure = { error, untilMs: endMs + FAILURE_FACTOR * (endMs - startMs) }
      throw error
    }
  }

  async function inspectAndChoose(): Promise<InspectedServer<PostgresServer>> {
    const inspections = servers.map(async (server) => ({ server, state: await server.inspect() }))
    const results = await Promise.allSettled(inspections)
    const seen = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = results.find((result) => result.status === 'rejected')
    warnings = []
    if (seen.length === 0 && failed) throw failed.reason
    const choice = chooseServer(seen, roles, lastUsed, latestPrimary)
    latestPrimary = choice.latestPrimary
    warnings = choice.warnings
    if (choice.chosen) return choice.chosen
    const reasons = warnings.map(({ message }) => ` ${message}`).join('')
    throw new StorageUnavailableError(`None of the reachable database servers is a primary.${reasons}`)
  }

  /** Only other processes need the record, so a failure to write it is ignored. */
  async function record({ server, state }: InspectedServer<PostgresServer>): Promise<void> {
    if (purpose === 'read' || state.isRecorded) return
    await server.withClient((client) => recordState(client, state)).catch(() => {})
  }

  function switchTo(server: PostgresServer): void {
    if (server !== lastUsed) {
      // Queries on the previous server would wait for a long time, or read outdated data.
      lastUsed?.destroyConnections()
      epoch++
    }
    lastUsed = inUse = server
    failure = undefined
  }

  const inspect = () => void inspectAndUse().catch(() => {})
  // The statements of a command that writes may take any time, so they are not watched.
  const isWatched = !isSingleServer || purpose === 'read' || purpose === 'server-write'
  const watching = isWatched ? setInterval(inspect, WATCH_INTERVAL_MS).unref() : undefined
  // Opens the connection of the monitor. If that one is silent later, and a new one works, the network has dropped the old ones.
  if (isWatched && isSingleServer) inspect()

  return {
    /** Increases when another server takes over, because it may be behind the previous one. */
    epoch: () => epoch,
    warnings: () => warnings,
    /**
     * Runs work on the server in use.
     * @param mayRepeat whether work whose connection was lost may run again, on the server that is in use then
     */
    async use<Result>(
      work: (server: PostgresServer) => Promise<Result>,
      mayRepeat = () => true,
    ): Promise<Result> {
      let known = inUse
      const attempt = async () => {
        if (closing) throw new StorageUnavailableError(CLOSED)
        if (!known && failure && performance.now() < failure.untilMs) throw failure.error
        const server = known ?? (await inspectAndUse())
        known = undefined
        return work(server)
      }
      return retry(attempt, mayRepeat).catch((error) => {
        throw translateError(error)
      })
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
async function retry<Result>(work: () => Promise<Result>, mayRepeat: () => boolean): Promise<Result> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || !mayRepeat()) throw error
    }
    await sleep(pauseMs)
  }
  return work()
}
