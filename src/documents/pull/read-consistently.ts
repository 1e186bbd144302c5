import { isDeepStrictEqual } from 'node:util'
import { CommandError } from '../../lib/command-error.ts'
import type { Get } from './client.ts'

/**
 * Reads something. If that takes several requests, it is read twice and compared, because it may have changed in between.
 * @param what the subject of an error message
 * @param compared the part that must be the same both times
 * @throws {CommandError} if it has changed
 */
export async function readConsistently<Result>(
  what: string,
  get: Get,
  read: (get: Get) => Promise<Result>,
  compared: (result: Result) => unknown = (result) => result,
): Promise<Result> {
  let requests = 0
  const first = await read((path) => {
    requests += 1
    return get(path)
  })
  if (requests === 1) return first
  requireSame(what, compared(first), compared(await read(get)))
  return first
}

/** @throws {CommandError} if two readings differ */
export function requireSame(what: string, first: unknown, second: unknown): void {
  if (!isDeepStrictEqual(first, second))
    throw new CommandError(`${what} changed while it was read: try again later.`)
}
