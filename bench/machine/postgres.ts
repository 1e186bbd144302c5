import pg from 'pg'
import { progress } from '../progress.ts'
import { cpuTimeOfTree } from './cpu-time.ts'

/** A PostgreSQL server on the core of the load generator. */
interface Postgres {
  readonly version: string
  /**
   * Creates an empty database.
   * @returns its URL
   */
  readonly createDatabase: (name: string) => Promise<string>
  readonly dropDatabase: (name: string) => Promise<void>
  /** Returns the CPU time of all its processes so far, in microseconds. */
  readonly cpuUs: () => number
  readonly stop: () => Promise<void>
}

/** A PostgreSQL server that starts when it is first needed. */
export interface LazyPostgres {
  readonly get: () => Promise<Postgres>
  /** Stops it. @returns its version, if it was started */
  readonly stop: () => Promise<string | undefined>
}

/** The defaults of PostgreSQL. Tests turn them off; production does not. */
const FLAGS = { fsync: 'on', full_page_writes: 'on' }

export function createLazyPostgres(): LazyPostgres {
  let starting: Promise<Postgres> | undefined
  return {
    get() {
      starting ??= start()
      return starting
    },
    async stop() {
      const postgres = await starting
      await postgres?.stop()
      return postgres?.version
    },
  }
}

async function start(): Promise<Postgres> {
  progress('Starting PostgreSQL …')
  const { startPostgres } = await import('./postgres-server.ts')
  const server = await startPostgres(FLAGS)
  const client = new pg.Client(server.url('postgres'))
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  return {
    version: `${rows[0]?.server_version}`,
    async createDatabase(name) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
      return server.url(name)
    },
    async dropDatabase(name) {
      await client.query(`DROP DATABASE ${client.escapeIdentifier(name)} WITH (FORCE)`)
    },
    cpuUs: () => cpuTimeOfTree(server.pid()),
    async stop() {
      await client.end()
      await server.stop()
    },
  }
}
