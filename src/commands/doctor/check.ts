import { isSystemError, reasonOf } from '../../lib/flow/system-error.ts'
import type { Config } from '../../server/config/config.ts'

export interface Check {
  readonly name: string
  /** Checks that must pass before this one is useful. If one of them fails, this one is skipped. */
  readonly needs?: readonly string[]
  /** @throws {Error} with a message that says what is wrong and what to do */
  readonly run: (config: Config) => Result | Promise<Result>
}

/**
 * A sentence that says what was found, or a warning: a problem that may not cause harm for a long time. It is
 * reported, but the check does not fail.
 */
export type Result = string | { readonly warning: string }

/** Returns a warning, or if there is none, what was found. */
export function warningOr(warning: string | undefined, found: string): Result {
  return warning === undefined ? found : { warning }
}

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'fault'
  readonly message: string
}

export async function runChecks(checks: readonly Check[], config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  const failed = new Set<string>()
  for (const check of checks) {
    const finding = check.needs?.some((name) => failed.has(name)) ? undefined : await find(check, config)
    if (finding !== undefined) findings.push(finding)
    if (finding === undefined || finding.status === 'fault') failed.add(check.name)
  }
  return findings
}

async function find({ name, run }: Check, config: Config): Promise<Finding> {
  try {
    const found = await run(config)
    if (typeof found === 'string') return { check: name, status: 'ok', message: found }
    return { check: name, status: 'warning', message: found.warning }
  } catch (error) {
    return { check: name, status: 'fault', message: describe(error) }
  }
}

function describe(error: unknown): string {
  if (isSystemError(error)) return `Cannot access ${error.path ?? error.syscall}: ${reasonOf(error)}.`
  return error instanceof Error ? error.message : String(error)
}
