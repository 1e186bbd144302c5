import { CommanderError } from 'commander'
import { ConfigError } from '../config.ts'
import { DocumentError } from '../document/faults.ts'
import { Refusal } from '../refusal.ts'
import { StorageConstraintError, StorageRefusedError, StorageUnavailableError } from '../storage/database.ts'
import { note } from './output.ts'

export const EXIT_REFUSED = 1
export const EXIT_MISUSED = 2

/** Errors whose message is meant for whoever gave the command; of any other the whole stack is shown. */
const EXPECTED = [
  ConfigError,
  DocumentError,
  Refusal,
  StorageConstraintError,
  StorageRefusedError,
  StorageUnavailableError,
]

/** Says on standard error what went wrong. @returns the exit code */
export function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_MISUSED
  if (EXPECTED.some((expected) => error instanceof expected)) note((error as Error).message)
  else note(error instanceof Error ? `${error.stack}` : String(error))
  return error instanceof ConfigError ? EXIT_MISUSED : EXIT_REFUSED
}
