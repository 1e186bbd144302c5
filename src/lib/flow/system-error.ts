import { getSystemErrorMap } from 'node:util'

/** Whether an error comes from the operating system, with a code such as ENOENT. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/** The operating system's description of an error, such as `no space left on device`. */
export function reasonOf({ errno, code, message }: NodeJS.ErrnoException): string {
  const [, reason] = getSystemErrorMap().get(errno ?? 0) ?? []
  return reason ?? code ?? message
}
