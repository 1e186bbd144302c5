import { getSystemErrorMap } from 'node:util'
import { CommandError } from './command-error.ts'

/** The first error if several attempts have failed, such as connecting to each address of a name. */
export function firstAttemptError(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors[0] : error
}

/** Why something failed, as the end of a sentence. */
export function failureReason(error: unknown): string {
  if (isSystemError(error)) return reasonOf(error)
  return error instanceof Error ? error.message : String(error)
}

/** Whether an error comes from the operating system, with a code such as ENOENT. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** The operating system's description of an error, such as `no space left on device`. */
export function reasonOf({ errno, code, message }: NodeJS.ErrnoException): string {
  const [, reason] = getSystemErrorMap().get(errno ?? 0) ?? []
  return reason ?? code ?? message
}

/** Runs work, and throws its system errors as `CommandError`s. @param missing what ENOENT means */
export function withCommandErrors<Result>(problem: string, work: () => Result, missing?: string): Result {
  try {
    return work()
  } catch (error) {
    throw toCommandError(problem, error, missing)
  }
}

/** Returns a `CommandError` for a system error, and any other error unchanged. */
export function toCommandError(problem: string, error: unknown, missing?: string): unknown {
  if (!isSystemError(error)) return error
  const reason = error.code === 'ENOENT' ? missing : undefined
  return new CommandError(`${problem}: ${reason ?? reasonOf(error)}.`)
}
