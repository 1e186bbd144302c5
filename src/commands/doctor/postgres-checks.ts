import { encodingProblem } from '../../storage/postgres/encoding.ts'
import { type NamedServer, namedServers } from '../../storage/postgres/inspection.ts'
import { dataCheck, type Result } from './check.ts'

const LEAST_VERSION = 15

/**
 * The checks of the servers in a URL, and of the database that they have.
 * @throws {StorageOperatorError} if the URL is invalid
 */
export function postgresChecks(url: string) {
  const servers = namedServers(url)
  const before = servers.map((server) => ({
    name: `server ${server.name}`,
    run: () => checkServer(server, servers.length === 1),
  }))
  return { before, after: [privilegesCheck] }
}

/** Whether a service with CHANGES=on can write to the database. A session that only reads cannot find this out. */
const privilegesCheck = dataCheck(
  'privileges',
  async (database, { allowsChanges }) => {
    if (!allowsChanges) return 'With CHANGES=off, which this command has, a service only reads.'
    await database.batch([{ sql: 'DELETE FROM jobs WHERE false' }])
    return 'The user of the database may change what is in it.'
  },
  'write',
)

async function checkServer({ name, inspect }: NamedServer, isAlone: boolean): Promise<Result> {
  const { role = 'primary', version = 0, encoding = '' } = (await inspect()) ?? {}
  const major = Math.floor(version / 10_000)
  if (major < LEAST_VERSION) {
    throw new Error(`${name} is PostgreSQL ${major}: upgrade it to ${LEAST_VERSION} or later.`)
  }
  const fault = encodingProblem(encoding)
  if (fault !== undefined) throw new Error(fault)
  if (role === 'standby' && isAlone) {
    return { warning: `${name} is a standby, which accepts no writes: add its primary to DATABASE_URL.` }
  }
  return `${name} is PostgreSQL ${major}, a ${role}.`
}
