import type { Config } from '../../config/config.ts'
import { sqliteFile } from '../../storage/open.ts'
import { isPostgresUrl } from '../../storage/postgres/connection-url.ts'
import type { Check, Finding } from './check.ts'
import { alertsCheck, jobsCheck } from './data-checks.ts'
import {
  databaseCheck,
  integrityCheck,
  networkCheck,
  permissionsCheck,
  privilegesCheck,
  serverChecks,
} from './storage-checks.ts'

const dataChecks = [jobsCheck, alertsCheck]

/** The checks of a database, in the order in which their problems are best fixed. */
async function checksOf(url: string): Promise<readonly Check[]> {
  const file = sqliteFile(url)
  if (file !== undefined)
    return [networkCheck, permissionsCheck(file), databaseCheck, integrityCheck(file), ...dataChecks]
  if (!isPostgresUrl(url)) return [networkCheck, databaseCheck, ...dataChecks]
  const servers = await serverChecks(url)
  return [networkCheck, ...servers, databaseCheck, privilegesCheck, ...dataChecks]
}

/**
 * Runs all checks for a configuration.
 * @throws {StorageOperatorError} if DATABASE_URL is invalid
 */
export async function runChecks(config: Config): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const check of await checksOf(config.databaseUrl)) {
    const finding = await runCheck(check, config)
    findings.push(finding)
    // The checks after this one need an open database.
    if (check === databaseCheck && finding.status === 'fault') break
  }
  return findings
}

async function runCheck({ name, run }: Check, config: Config): Promise<Finding> {
  try {
    const found = await run(config)
    if (typeof found === 'string') return { check: name, status: 'ok', message: found }
    return { check: name, status: 'warning', message: found.warning }
  } catch (error) {
    return { check: name, status: 'fault', message: error instanceof Error ? error.message : String(error) }
  }
}
