import pg from 'pg'
import { progress } from '../progress.ts'
import { cpuTimeOfFamily } from './cpu-time.ts'

/** A PostgreSQL server of the run's own, on the core of the load. */
export interface Postgres {
  readonly version: string
  /** Creates an empty database. @returns its URL */
  readonly createDatabase: (name: string) => Promise<string>
  readonly dropDatabase: (name: string) => Promise<void>
  /** What all its processes have used so far. */
  readonly cpuUs: () => number
  readonly stop: () => Promise<void>
}

/** The server of the run, started when somebody first asks for it. */
export interface PostgresOfRun {
  readonly get: () => Promise<Postgres>
  /** @returns its version, if it was started */
  readonly stop: () => Promise<string | undefined>
}

/** As it comes, but for what the tests leave out: a database that is used has these. */
const FLAGS = { fsync: 'on', full_page_writes: 'on' }

export function postgresOfRun(): PostgresOfRun {
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
    cpuUs: () => cpuTimeOfFamily(server.pid()),
    async stop() {
      await client.end()
      await server.stop()
    },
  }
}
