import { CommandError } from '../command-error.ts'
import { ChangedMeanwhile } from './read-until-settled.ts'

/** More pages than any service has, so that one without an end does not keep us forever. */
const MAX_PAGES = 10_000

/** A page of a list, and how many entries all pages together have. */
interface Page<Entry> {
  readonly total: number
  readonly entries: readonly Entry[]
}

/**
 * Reads all pages of a list. A service may have shorter pages than those it is asked for, and may count only the entries
 * of a page: a full page is followed by another request.
 * @param read reads a page, from 1
 * @throws {ChangedMeanwhile} if entries are missing, or are on several pages
 */
export async function readPages<Entry extends { readonly id: string }>(
  pageSize: number,
  read: (page: number) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  const pages: Page<Entry>[] = []
  let count = 0
  for (;;) {
    const page = await read(pages.length + 1)
    pages.push(page)
    count += page.entries.length
    const isFull = page.entries.length >= pageSize
    if (page.entries.length === 0 || (count >= page.total && !isFull)) break
    if (pages.length === MAX_PAGES)
      throw new CommandError(`A list has more than ${MAX_PAGES} pages: check the address.`)
  }
  return requireWhole(pages)
}

function requireWhole<Entry extends { readonly id: string }>(pages: readonly Page<Entry>[]): Entry[] {
  const entries = pages.flatMap((page) => page.entries)
  const isWhole = pages.every(({ total }) => total === entries.length)
  const countsPages = pages.every((page) => page.total === page.entries.length)
  const ids = new Set(entries.map(({ id }) => id))
  if (ids.size === entries.length && (isWhole || countsPages)) return entries
  throw new ChangedMeanwhile()
}
