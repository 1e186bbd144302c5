import { openStorage } from '../../storage/open.ts'
import { encodingFault } from '../../storage/postgres/encoding.ts'
import { clearTextWarning } from '../../storage/postgres/encryption.ts'
import {
  findIdleWriter,
  findServerWarnings,
  type NamedServer,
  namedServers,
} from '../../storage/postgres/inspection.ts'
import { missingPrivileges } from '../../storage/postgres/privileges.ts'
import { type Check, type Result, warningOr } from './check.ts'

const LEAST_VERSION = 15

/** A writer that waits for its client needs milliseconds. */
const LONGEST_IDLE_SECONDS = 2

/**
 * One check for each server in a URL, one that compares them, and one for the encryption of the connections.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function serverChecks(url: string): readonly Check[] {
  const servers = namedServers(url)
  const serverChecks = servers.map((server) => ({
    name: `server ${server.name}`,
    run: () => checkServer(server, servers.length === 1),
  }))
  const comparison = { name: 'servers', run: () => compareServers(url) }
  const encryption = { name: 'encryption', run: () => checkEncryption(url) }
  return [...serverChecks, ...(servers.length > 1 ? [comparison] : []), encryption]
}

/** Whether a session keeps everybody from writing. */
export const writerCheck: Check = {
  name: 'writer',
  needs: ['database'],
  run: async ({ databaseUrl }) => {
    const database = await openStorage(databaseUrl, 'read')
    const idle = await findIdleWriter(database).finally(() => database.close())
    if (idle === undefined || idle.idle_seconds <= LONGEST_IDLE_SECONDS)
      return 'No session keeps others from writing.'
    const { pid, client, idle_seconds } = idle
    throw new Error(
      `Session ${pid} from ${client ?? 'this machine'} began to write and has done nothing for ${idle_seconds} s, so nothing can be changed: end it with SELECT pg_terminate_backend(${pid}).`,
    )
  },
}

/** Whether a service with CHANGES=on can change what is in the database. */
export const privilegesCheck: Check = {
  name: 'privileges',
  needs: ['database'],
  run: async ({ databaseUrl, allowsChanges }) => {
    if (!allowsChanges) return 'With CHANGES=off, which this command has, a service only reads.'
    const database = await openStorage(databaseUrl, 'read')
    const fault = await missingPrivileges(database).finally(() => database.close())
    if (fault !== undefined) throw new Error(fault)
    return 'The user of the database may change what is in it.'
  },
}

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

function checkEncryption(url: string): Result {
  return warningOr(
    clearTextWarning(url),
    'Connections to the database are encrypted, stay on this machine, or are unencrypted because of sslmode=disable.',
  )
}
