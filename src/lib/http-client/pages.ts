import { CommandError } from '../flow/command-error.ts'

/** More pages than any service has, so that a list without an end does not keep us forever. */
const MAX_PAGES = 10_000

/**
 * Call it before a page of a list is asked for.
 * @param page its number, from 1
 * @param list what is read, as the subject of the error message
 * @throws {CommandError} if no list has so many pages
 */
export function requireEnd(page: number, list: string): void {
  if (page > MAX_PAGES) throw new CommandError(`${list} has more than ${MAX_PAGES} pages: check the address.`)
}
