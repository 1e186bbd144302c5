import { clearTextWarning } from '../storage/postgres/encryption.ts'
import { type NamedServer, namedServers } from '../storage/postgres/inspection.ts'
import { type Check, type Result, warningOr } from './check.ts'

const LEAST_VERSION = 15

/**
 * One check for each server in a URL, and one for the encryption of the connections.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function serverChecks(url: string): readonly Check[] {
  const servers = namedServers(url)
  const serverChecks = servers.map((server) => ({
    name: `server ${server.name}`,
    run: () => checkServer(server, servers.length === 1),
  }))
  return [...serverChecks, { name: 'encryption', run: () => checkEncryption(url) }]
}

async function checkServer({ name, inspect }: NamedServer, isAlone: boolean): Promise<Result> {
  const { role, version } = await inspect()
  const major = Math.floor(version / 10_000)
  if (major < LEAST_VERSION) {
    throw new Error(`${name} is PostgreSQL ${major}: upgrade it to ${LEAST_VERSION} or later.`)
  }
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
