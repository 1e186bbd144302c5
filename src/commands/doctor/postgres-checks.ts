import { encodingFault } from '../../storage/postgres/encoding.ts'
import {
  findIdleWriter,
  findServerWarnings,
  type NamedServer,
  namedServers,
} from '../../storage/postgres/inspection.ts'
import { writeFault } from '../../storage/postgres/privileges.ts'
import { dataCheck, type Result } from './check.ts'

const LEAST_VERSION = 15

/** A session that has written and waits for its client normally needs milliseconds. */
const LONGEST_IDLE_SECONDS = 2

/**
 * The checks of the servers in a URL, and of the database that they have.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function postgresChecks(url: string) {
  const servers = namedServers(url)
  const serverChecks = servers.map((server) => ({
    name: `server ${server.name}`,
    run: () => checkServer(server, servers.length === 1),
  }))
  const comparison = { name: 'servers', run: () => compareServers(url) }
  return {
    before: [...serverChecks, ...(servers.length > 1 ? [comparison] : [])],
    after: [privilegesCheck, writerCheck],
  }
}

/** Whether a session keeps everybody from writing. */
const writerCheck = dataCheck('writer', async (database) => {
  const idle = await findIdleWriter(database)
  if (idle === undefined || idle.idle_seconds <= LONGEST_IDLE_SECONDS)
    return 'No session keeps others from writing.'
  const { pid, client, idle_seconds } = idle
  throw new Error(
    `Session ${pid} from ${client ?? 'this machine'} began to write and has done nothing for ${idle_seconds} s, so nothing can be changed: end it with SELECT pg_terminate_backend(${pid}).`,
  )
})

/** Whether a service with CHANGES=on can write to the database. A session that only reads cannot find this out. */
const privilegesCheck = dataCheck(
  'privileges',
  async (database, { allowsChanges }) => {
    if (!allowsChanges) return 'With CHANGES=off, which this command has, a service only reads.'
    const fault = await writeFault(database)
    if (fault !== undefined) throw new Error(fault)
    return 'The user of the database may change what is in it.'
  },
  'write',
)

async function compareServers(url: string): Promise<Result> {
  const [warning] = await findServerWarnings(url)
  if (warning === undefined) return 'The servers that can be reached do not contradict each other.'
  throw new Error(`${warning.server}: ${warning.message}`)
}

async function checkServer({ name, inspect }: NamedServer, isAlone: boolean): Promise<Result> {
  const { role = 'primary', version = 0, encoding = '' } = (await inspect()) ?? {}
  const major = Math.floor(version / 10_000)
  if (major < LEAST_VERSION) {
    throw new Error(`${name} is PostgreSQL ${major}: upgrade it to ${LEAST_VERSION} or later.`)
  }
  const fault = encodingFault(encoding)
  if (fault !== undefined) throw new Error(fault)
  if (role === 'standby' && isAlone) {
    return { warning: `${name} is a standby, which accepts no writes: add its primary to DATABASE_URL.` }
  }
  return `${name} is PostgreSQL ${major}, a ${role}.`
}
