import { setTimeout as sleep } from 'node:timers/promises'
import { type Purpose, StorageUnavailableError } from '../database.ts'
import type { Settings } from './connection-url.ts'
import { isLost, translateError } from './errors.ts'
import type { Role } from './role.ts'
import { createServer, type Server } from './server.ts'

/** From which server answers are read, where several are named. */
export type ReadFrom = 'primary' | 'replica'

/** The servers of one database, of which one is in use at a time. */
export interface Cluster {
  /** Runs work on the server in use; where that is lost in the middle, again on the one that takes over. */
  readonly use: <Result>(work: (server: Server) => Promise<Result>) => Promise<Result>
  /** Grows when another server takes over, which may be behind the one before. */
  readonly term: () => number
  readonly close: () => Promise<void>
}

/** How often it is looked whether the server in use is still the right one. */
const WATCH_INTERVAL_MS = 1000
/** A reader whose server is lost tries again after these pauses: a page would rather wait than show an error. */
const RETRY_PAUSES_MS = [10, 50, 250]

/**
 * The servers of one database. A reader takes the primary, and a standby only where there is no primary, or the
 * other way round with `READ_FROM=replica`; a writer takes the primary alone.
 */
export function createCluster(settings: Settings, purpose: Purpose, readFrom: ReadFrom): Cluster {
  const servers = settings.addresses.map((address) => createServer(address, settings, purpose))
  const preference = preferredRoles(purpose, readFrom)
  let inUse: Server | undefined
  let choosing: Promise<Server> | undefined
  let term = 0
  let isClosed = false

  function choose(): Promise<Server> {
    choosing ??= chooseServer(servers, preference)
      .then((server) => {
        if (server === inUse) return server
        // What waits on the one before would wait for long, or read what is not the latest.
        inUse?.abandon()
        inUse = server
        term++
        return server
      })
      .finally(() => {
        choosing = undefined
      })
    return choosing
  }

  /** Tries again where the connection was lost: others, too, may not have been told yet that they are. */
  async function again<Result>(
    work: (server: Server) => Promise<Result>,
    error: unknown,
    [pauseMs, ...pausesMs]: readonly number[] = RETRY_PAUSES_MS,
  ): Promise<Result> {
    if (!isLost(error) || pauseMs === undefined) throw error
    await sleep(pauseMs)
    try {
      return await work(await choose())
    } catch (next) {
      return again(work, next, pausesMs)
    }
  }

  const watching = setInterval(() => choose().catch(() => {}), WATCH_INTERVAL_MS).unref()
  if (servers.length === 1) clearInterval(watching)

  return {
    term: () => term,
    async use(work) {
      if (isClosed) throw new StorageUnavailableError('The database was closed.')
      try {
        const server = inUse ?? (await choose())
        // A writer cannot know what has become of its transaction.
        if (purpose !== 'read') return await work(server)
        return await work(server).catch((error) => again(work, error))
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

function preferredRoles(purpose: Purpose, readFrom: ReadFrom): readonly Role[] {
  if (purpose !== 'read') return ['primary']
  return readFrom === 'replica' ? ['standby', 'primary'] : ['primary', 'standby']
}

/** The first server, in their order, of the role liked best. A single one is taken as it is. */
async function chooseServer(servers: readonly Server[], preference: readonly Role[]): Promise<Server> {
  const [first, ...others] = servers
  if (first !== undefined && others.length === 0) return first
  const asked = servers.map(async (server) => ({ server, role: await server.role() }))
  const best = await firstOf(asked, ({ role }) => role === preference[0])
  if (best) return best.server
  const answers = await Promise.allSettled(asked)
  const up = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const second = up.find(({ role }) => preference.includes(role))
  if (second) return second.server
  const failure = answers.find((answer) => answer.status === 'rejected')
  if (up.length === 0 && failure) throw failure.reason
  throw new StorageUnavailableError('None of the database servers that answer is a primary.')
}

/** The first to come that is wanted, without waiting for those that do not answer; undefined if none is. */
function firstOf<Value>(
  promises: readonly Promise<Value>[],
  isWanted: (value: Value) => boolean,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const looks = promises.map((promise) =>
      promise.then(
        (value) => isWanted(value) && resolve(value),
        () => {},
      ),
    )
    Promise.all(looks).then(() => resolve(undefined))
  })
}
