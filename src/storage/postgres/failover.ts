import { setTimeout as sleep } from 'node:timers/promises'
import { type Purpose, type ReadFrom, StorageUnavailableError } from '../database.ts'
import type { ConnectionSettings } from './connection-url.ts'
import { isLost, translateError } from './errors.ts'
import { createServer, type Role, type Server } from './server.ts'

export type Cluster = ReturnType<typeof createCluster>

/** How often to check that the server in use is still the right one. */
const WATCH_INTERVAL_MS = 1000
/** Pauses before the retries of a choice, or of a read whose server was lost: a slow response is better than an error. */
const RETRY_PAUSES_MS = [10, 50, 250]
const CLOSED = 'The database was closed.'

/**
 * The servers of one database. One of them is in use at a time. By default, reads use the primary, and a
 * standby only if there is no primary; with `READ_FROM=replica` it is the other way round. Writes use the
 * primary only.
 */
export function createCluster(settings: ConnectionSettings, purpose: Purpose, readFrom: ReadFrom) {
  const servers = settings.addresses.map((address) => createServer(address, settings, purpose))
  const preference = preferredRoles(purpose, readFrom)
  let inUse: Server | undefined
  let choosing: Promise<Server> | undefined
  let epoch = 0
  let isClosed = false

  function choose(): Promise<Server> {
    if (isClosed) return Promise.reject(new StorageUnavailableError(CLOSED))
    choosing ??= chooseServer(servers, preference)
      .then((server) => {
        if (server === inUse) return server
        // Queries on the previous server would wait for a long time, or read outdated data.
        inUse?.destroyConnections()
        inUse = server
        epoch++
        return server
      })
      .finally(() => {
        choosing = undefined
      })
    return choosing
  }

  /** Reads from the server in use. If that is lost meanwhile, the read runs again on the next one. */
  function read<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
    let known = inUse
    return retry(async () => {
      const server = known ?? (await choose())
      known = undefined
      return work(server)
    })
  }

  const watching =
    servers.length > 1 ? setInterval(() => choose().catch(() => {}), WATCH_INTERVAL_MS).unref() : undefined

  return {
    /** Increases when another server takes over, since that one may be behind the previous one. */
    epoch: () => epoch,
    /** Runs work on the server in use. */
    async use<Result>(work: (server: Server) => Promise<Result>): Promise<Result> {
      if (isClosed) throw new StorageUnavailableError(CLOSED)
      try {
        // A write is not retried: it is unknown whether its transaction was committed.
        return purpose === 'read' ? await read(work) : await work(inUse ?? (await retry(choose)))
      } catch (error) {
        throw translateError(error)
      }
    },
    async close() {
      isClosed = true
      clearInterval(watching)
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

/**
 * Repeats work that fails on a lost connection. Several retries may be needed, because the loss of other connections to the
 * same server may not have been detected yet.
 */
async function retry<Result>(
  work: () => Promise<Result>,
  [pauseMs, ...pausesMs]: readonly number[] = RETRY_PAUSES_MS,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isLost(error) || pauseMs === undefined) throw error
  }
  await sleep(pauseMs)
  return retry(work, pausesMs)
}

function preferredRoles(purpose: Purpose, readFrom: ReadFrom): readonly Role[] {
  if (purpose !== 'read') return ['primary']
  return readFrom === 'replica' ? ['standby', 'primary'] : ['primary', 'standby']
}

/**
 * The first server in the URL with the most preferred role, so that of two equal servers all connections use the same one, and
 * return to it. A single server is used whatever its role.
 */
async function chooseServer(servers: readonly Server[], preference: readonly Role[]): Promise<Server> {
  const [first, ...others] = servers
  if (first !== undefined && others.length === 0) return first
  const roles = servers.map(async (server) => ({ server, role: await server.role() }))
  const settling = Promise.allSettled(roles)
  // Without waiting for those after it.
  for (const reading of roles) {
    const found = await reading.catch(() => undefined)
    if (found !== undefined && found.role === preference[0]) return found.server
  }
  const results = await settling
  const reachable = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const second = reachable.find(({ role }) => preference.includes(role))
  if (second) return second.server
  const failure = results.find((result) => result.status === 'rejected')
  if (reachable.length === 0 && failure) throw failure.reason
  throw new StorageUnavailableError('None of the reachable database servers is a primary.')
}
