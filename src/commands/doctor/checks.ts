import type { Config } from '../../server/config/config.ts'
import { databaseWarning } from '../../server/process/startup.ts'
import { isInMemory, openDatabase, sqliteFile } from '../../storage/open.ts'
import { isPostgresUrl } from '../../storage/postgres/connection-url.ts'
import { type Check, type Finding, runChecks } from './check.ts'
import { dataChecks } from './data-checks.ts'

const machineCheck: Check = {
  name: 'machine',
  run: (config) => {
    const warning = databaseWarning(config)
    if (warning !== undefined) return { warning }
    return 'Neither the file system nor the network of the database is a problem.'
  },
}

const databaseCheck: Check = {
  name: 'database',
  run: async (config) => {
    const database = await openDatabase(config.databaseUrl, 'read', config.readFrom)
    await database.close()
    const [warning] = database.warnings()
    if (warning !== undefined) return { warning: `${warning.server}: ${warning.message}` }
    if (!isInMemory(config.databaseUrl))
      return 'The database can be opened, and its tables are those of this version.'
    return {
      warning:
        'The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.',
    }
  },
}

/**
 * Runs all checks for a configuration, in the order in which their problems are best fixed. Without an open database, its rows
 * are not checked.
 * @throws {StorageOperatorError} if DATABASE_URL is invalid
 */
export async function checkAll(config: Config): Promise<readonly Finding[]> {
  const { before, after } = await engineChecks(config.databaseUrl)
  const findings = await runChecks([machineCheck, ...before, databaseCheck], config)
  if (findings.at(-1)?.status === 'fault') return findings
  return [...findings, ...(await runChecks([...after, ...dataChecks], config))]
}

/** The checks of one engine: before its database is opened, and after that. */
async function engineChecks(
  url: string,
): Promise<{ readonly before: readonly Check[]; readonly after: readonly Check[] }> {
  if (isPostgresUrl(url)) return (await import('./postgres-checks.ts')).postgresChecks(url)
  const file = sqliteFile(url)
  if (file === undefined) return { before: [], after: [] }
  return (await import('./sqlite-checks.ts')).sqliteChecks(file)
}
