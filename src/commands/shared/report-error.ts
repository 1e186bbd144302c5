import { CommanderError } from 'commander'
import { ConfigError } from '../../config/variables.ts'
import { ImportError } from '../../documents/import-error.ts'
import { CommandError, UsageError } from '../../lib/command-error.ts'
import { isSystemError, reasonOf } from '../../lib/system-error.ts'
import { STORAGE_ERRORS } from '../../storage/database.ts'
import { OutputError, printToStderr } from './output.ts'

export const EXIT_FAILURE = 1
const EXIT_USAGE = 2

/** Errors whose messages are for the user, as one or more lines. Others are printed with their stack. */
const EXPECTED = [ConfigError, ImportError, ...STORAGE_ERRORS]

/** Reports an error on standard error. @returns the exit code */
export function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
  // `signage export | head` closes the pipe early. That is not an error.
  if (error instanceof OutputError && error.cause.code === 'EPIPE') return 0
  for (const line of linesOf(error)) printToStderr(line)
  return error instanceof ConfigError || error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE
}

function linesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  if (error instanceof CommandError) return [error.message]
  if (error instanceof OutputError) return [`Cannot write to standard output: ${reasonOf(error.cause)}.`]
  if (EXPECTED.some((expected) => error instanceof expected)) return error.message.split('\n')
  return isSystemError(error) ? [`Unexpected system error: ${error.message}.`] : `${error.stack}`.split('\n')
}
