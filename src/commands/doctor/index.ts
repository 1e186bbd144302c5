import { readServerConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/variables.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { StorageOperatorError } from '../../storage/database.ts'
import { Command, type Flags } from '../shared/command.ts'
import { print, printJson } from '../shared/output.ts'
import { EXIT_FAILURE } from '../shared/report-error.ts'
import type { Finding } from './check.ts'

export const doctorCommand = new Command('doctor')
  .description('check the configuration and the database, and say how to fix problems')
  .option('--json', 'print JSON')
  .examples('signage doctor', 'signage doctor --json')
  .action(async ({ json }: Flags<'json'>) => {
    const findings = await diagnose()
    if (json) printJson(findings)
    else for (const finding of findings) print(formatFinding(finding, findings))
    if (findings.some(({ status }) => status === 'fault')) process.exitCode = EXIT_FAILURE
  })

const VALID = 'All variables of this command are valid. A running service may have other ones.'

/** If the configuration is invalid, no other check runs. */
async function diagnose(): Promise<readonly Finding[]> {
  const check = 'configuration'
  try {
    const config = readServerConfig(process.env)
    const { runChecks } = await import('./checks.ts')
    const found: Finding = { check, status: 'ok', message: VALID }
    return [found, ...(await runChecks(config))]
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StorageOperatorError)) throw error
    return error.message.split('\n').map((message) => ({ check, status: 'fault', message }))
  }
}

function formatFinding({ check, status, message }: Finding, all: readonly Finding[]): string {
  const width = Math.max(...all.map((finding) => finding.check.length))
  return `${status.padEnd('warning'.length)}  ${check.padEnd(width)}  ${escapeControlCharacters(message.replaceAll('\n', ' '))}`
}
