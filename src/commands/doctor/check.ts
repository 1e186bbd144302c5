import type { Config } from '../../server/config/config.ts'
import type { Database, Purpose } from '../../storage/database.ts'
import { openDatabase } from '../../storage/open.ts'

export interface Check {
  readonly name: string
  /** @throws {Error} whose message names the problem and what to do */
  readonly run: (config: Config) => Result | Promise<Result>
}

/**
 * The finding as a sentence, or a warning: a problem that may not cause harm for a long time. A warning is reported, but
 * the check does not fail.
 */
export type Result = string | { readonly warning: string }

/** A check that needs an open database. */
export function dataCheck(
  name: string,
  run: (database: Database, config: Config) => Promise<Result>,
  purpose: Purpose = 'read',
): Check {
  return {
    name,
    run: async (config) => {
      const database = await openDatabase(config.databaseUrl, purpose, config.readFrom)
      return run(database, config).finally(() => database.close())
    },
  }
}

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'fault'
  readonly message: string
}

export async function runChecks(checks: readonly Check[], config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) findings.push(await find(check, config))
  return findings
}

async function find({ name, run }: Check, config: Config): Promise<Finding> {
  try {
    const found = await run(config)
    if (typeof found === 'string') return { check: name, status: 'ok', message: found }
    return { check: name, status: 'warning', message: found.warning }
  } catch (error) {
    return { check: name, status: 'fault', message: error instanceof Error ? error.message : String(error) }
  }
}
