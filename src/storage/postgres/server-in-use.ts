import { StorageUnavailableError, type StorageWarning } from '../database.ts'
import { chooseServer, findLatestPrimary, type LatestPrimary, type Seen, warningsOf } from './choice.ts'
import type { Server } from './server.ts'
import type { ServerRole } from './server-state.ts'

/**
 * How long a choice that failed counts, relative to the time that it took. That is no time if the servers refuse connections. If they
 * are silent, nothing waits for them until they were looked at again.
 */
const FAILURE_SHARE = 1.5
/** However long it took: the process may have been stopped meanwhile. Two looks at a silent server take two seconds. */
const LONGEST_FAILURE_MS = 3000

export interface SeenServer extends Seen {
  readonly server: Server
}

/**
 * Chooses which of the servers of a database is in use, and remembers it.
 * @param roles the roles that it may have, the preferred one first
 * @param onUse called with the server of each choice, before it is used
 * @param first in use until a choice is made
 */
export function createServerInUse(
  servers: readonly Server[],
  roles: readonly ServerRole[],
  onUse: (seen: SeenServer) => Promise<void>,
  first?: SeenServer,
) {
  let inUse = first
  let last = first
  let latest: LatestPrimary | undefined
  let choosing: Promise<Server> | undefined
  let failure: { readonly error: unknown; readonly untilMs: number } | undefined
  let warnings: readonly StorageWarning[] = []
  let epoch = 0

  /**
   * Looks at all servers, and chooses one.
   * @throws an error of the driver if none answers, or StorageUnavailableError if none can be used
   */
  function lookAgain(): Promise<Server> {
    choosing ??= chooseNow().finally(() => {
      choosing = undefined
    })
    return choosing
  }

  async function chooseNow(): Promise<Server> {
    const startMs = performance.now()
    try {
      const seen = await lookAndChoose()
      await onUse(seen)
      use(seen)
      return seen.server
    } catch (error) {
      // From now on, nothing waits for servers that do not answer.
      inUse = undefined
      const endMs = performance.now()
      failure = { error, untilMs: endMs + Math.min(FAILURE_SHARE * (endMs - startMs), LONGEST_FAILURE_MS) }
      throw error
    }
  }

  async function lookAndChoose(): Promise<SeenServer> {
    const looks = servers.map(async (server) => ({ server, state: await server.look() }))
    const results = await Promise.allSettled(looks)
    const seen = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const failed = results.find((result) => result.status === 'rejected')
    warnings = []
    if (seen.length === 0 && failed) throw failed.reason
    const states = seen.map(({ state }) => state)
    latest = findLatestPrimary(states, latest)
    const chosen = chooseServer(seen, roles, latest, last)
    warnings = warningsOf(seen, chosen, roles, latest)
    if (chosen) return chosen
    const reasons = warnings.map(({ message }) => ` ${message}`).join('')
    throw new StorageUnavailableError(`None of the reachable database servers is a primary.${reasons}`)
  }

  function use(seen: SeenServer): void {
    if (seen.server !== last?.server) {
      // Queries on the previous server would wait for a long time, or read outdated data.
      last?.server.destroyConnections()
      epoch++
    }
    last = inUse = seen
    failure = undefined
  }

  return {
    /** The server that was chosen; undefined if there is none. */
    get: () => inUse?.server,
    /** Looks at all servers again before this one is used: it may come back as another one than it was. */
    forget(server: Server | undefined): void {
      if (server === inUse?.server) inUse = undefined
    },
    /** Chooses one, unless that has just failed. @throws as `lookAgain` */
    choose: () =>
      failure && performance.now() < failure.untilMs ? Promise.reject(failure.error) : lookAgain(),
    lookAgain,
    /** Increases when another server takes over, since that one may be behind the previous one. */
    epoch: () => epoch,
    warnings: () => warnings,
  }
}
