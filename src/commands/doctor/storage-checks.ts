import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { databaseUrlWarning } from '../../process/startup.ts'
import { isInMemory, openDatabase } from '../../storage/open.ts'
import { encodingProblem } from '../../storage/postgres/encoding.ts'
import type { InspectableServer } from '../../storage/postgres/inspection.ts'
import { existingPart } from '../../storage/sqlite/file-system.ts'
import { requireIntact } from '../../storage/sqlite/inspection.ts'
import { type Check, type CheckOutcome, createDatabaseCheck } from './check.ts'

const MIN_POSTGRES_VERSION = 15

export const networkCheck: Check = {
  name: 'network',
  run: (config) => {
    const warning = databaseUrlWarning(config)
    return warning === undefined
      ? 'The database is on this machine, or the connection to it is encrypted.'
      : { warning }
  },
}

export const databaseCheck: Check = {
  name: 'database',
  run: async (config) => {
    const database = await openDatabase(config.databaseUrl, 'read', config.readFrom)
    await database.close()
    const [warning] = database.warnings()
    if (warning !== undefined) return { warning: `${warning.subject}: ${warning.message}` }
    if (!isInMemory(config.databaseUrl))
      return 'The database can be opened, and its tables are those of this version.'
    return {
      warning:
        'The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.',
    }
  },
}

/** SQLite keeps its write-ahead log in the folder of the file. A process of another user may have left a log behind. */
export function permissionsCheck(path: string): Check {
  const file = resolve(path)
  return {
    name: 'permissions',
    run: () => {
      const folder = existsSync(file) ? dirname(file) : existingPart(file)
      const files = ['', '-wal', '-shm']
        .map((ending) => `${file}${ending}`)
        .filter((each) => existsSync(each))
      for (const each of [folder, ...files]) requireWritableFile(each)
      return `This user may write to ${folder}.`
    },
  }
}

function requireWritableFile(path: string): void {
  try {
    accessSync(path, constants.W_OK)
  } catch {
    throw new Error(
      `This user may not write to ${path}: grant it write permission, or run signage as a user who has it.`,
    )
  }
}

export function integrityCheck(path: string): Check {
  return {
    name: 'integrity',
    run: () => {
      requireIntact(resolve(path))
      return 'The database file is not damaged.'
    },
  }
}

/** A check of each server in a URL of PostgreSQL. @throws {StorageOperatorError} if the URL is invalid */
export async function serverChecks(url: string): Promise<Check[]> {
  const { serversOf } = await import('../../storage/postgres/inspection.ts')
  const servers = serversOf(url)
  return servers.map((server) => ({
    name: `server ${server.name}`,
    run: () => checkServer(server, servers.length === 1),
  }))
}

async function checkServer({ name, inspect }: InspectableServer, isAlone: boolean): Promise<CheckOutcome> {
  const { role = 'primary', version = 0, encoding = '' } = (await inspect()) ?? {}
  const major = Math.floor(version / 10_000)
  if (major < MIN_POSTGRES_VERSION)
    throw new Error(`${name} is PostgreSQL ${major}: upgrade it to ${MIN_POSTGRES_VERSION} or later.`)
  const fault = encodingProblem(encoding)
  if (fault !== undefined) throw new Error(fault)
  if (role === 'standby' && isAlone)
    return { warning: `${name} is a standby, which accepts no writes: add its primary to DATABASE_URL.` }
  return `${name} is PostgreSQL ${major}, a ${role}.`
}

/** Whether a service with CHANGES=on can write to the database. */
export const privilegesCheck = createDatabaseCheck(
  'privileges',
  async (database, { allowsChanges }) => {
    if (!allowsChanges) return 'CHANGES is off, so the service only reads. There is nothing to check.'
    const { requireWritable } = await import('../../storage/postgres/inspection.ts')
    await requireWritable(database)
    return 'The user of the database may write to it.'
  },
  'write',
)
