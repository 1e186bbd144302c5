import { getSystemErrorMap } from 'node:util'

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
