import { once } from 'node:events'
import { createServer } from 'node:net'
import { isSystemError } from '../../lib/flow/system-error.ts'
import type { Config } from '../../server/config/config.ts'
import { localUrl } from '../../server/config/local-url.ts'
import { describeListenError, oneAddress, openFilesWarning } from '../../server/process/startup.ts'
import { sqlitePath } from '../../storage/database-url.ts'
import { isPostgresUrl } from '../../storage/postgres/connection-url.ts'
import { type Check, warningOr } from './check.ts'
import { contentChecks, databaseCheck } from './content-checks.ts'

const RESPONSE_TIMEOUT_MS = 2000

const openFilesCheck: Check = {
  name: 'open files',
  run: ({ limits }) =>
    warningOr(openFilesWarning(limits), 'The limit on open files is high enough for MAX_CONNECTIONS.'),
}

const portCheck: Check = {
  name: 'port',
  run: async ({ host, port }) => {
    const error = await tryToListen(oneAddress(host), port)
    if (error === undefined) return `Port ${port} of ${host} is free.`
    if (error.code === 'EADDRINUSE' && (await isSignage(host, port))) {
      return {
        warning: `Port ${port} is already in use by a running signage service; fine unless you are starting another.`,
      }
    }
    throw new Error(describeListenError(error, host, port))
  },
}

async function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer().listen({ host, port })
  try {
    await once(server, 'listening')
    server.close()
    return undefined
  } catch (error) {
    if (isSystemError(error)) return error
    throw error
  }
}

/** Whether the process that listens there responds to `/livez` as this service does. */
async function isSignage(host: string, port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    const response = await fetch(`${localUrl(host, port)}/livez`, { signal })
    return response.ok && (await response.text()) === '{"status":"ok"}'
  } catch {
    return false
  }
}

/**
 * All checks for a configuration, in the order in which their problems are best fixed.
 * @throws {StorageUnusableError} if DATABASE_URL is invalid
 */
export async function checksFor({ databaseUrl }: Config): Promise<readonly Check[]> {
  const lastChecks = [...contentChecks, openFilesCheck, portCheck]
  if (isPostgresUrl(databaseUrl)) {
    const { privilegesCheck, serverChecks, writerCheck } = await import('./postgres-checks.ts')
    return [...serverChecks(databaseUrl), databaseCheck, privilegesCheck, writerCheck, ...lastChecks]
  }
  // Throws if the URL names no file.
  sqlitePath(databaseUrl)
  const { fileChecks, pageChecks } = await import('./sqlite-checks.ts')
  return [...fileChecks, databaseCheck, ...pageChecks, ...lastChecks]
}
