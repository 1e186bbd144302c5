import { requireEnd } from '../../lib/http-client/pages.ts'
import { ChangedMeanwhile } from './read-until-settled.ts'

interface WithId {
  readonly id: string
}

/** A page of a list, and how many entries all pages together have. */
interface Page<Entry> {
  readonly total: number
  readonly entries: readonly Entry[]
  /** Where it comes from, for messages. */
  readonly from: string
}

/** Reads a page, from 1, with at most so many entries. */
type ReadPage<Entry> = (page: number, pageSize: number) => Promise<Page<Entry>>

/**
 * Reads all pages of a list. A service may have shorter pages than those it is asked for, and may count only the entries
 * of a page: then a full page is followed by another request. It may also show everything at once, whatever it is asked for.
 * @throws {ChangedMeanwhile} if entries are missing, or are on several pages
 */
export async function readPages<Entry extends WithId>(
  pageSize: number,
  read: ReadPage<Entry>,
): Promise<readonly Entry[]> {
  const pages: Page<Entry>[] = []
  const ids = new Set<string>()
  let count = 0
  for (;;) {
    const page = await read(pages.length + 1, pageSize)
    pages.push(page)
    count += page.entries.length
    if (page.entries.length > 0 && !addIds(ids, page.entries)) {
      if (await hasEverything(page, ids.size, pageSize, read)) return page.entries
      throw new ChangedMeanwhile(describeRepetition(page, pages.length))
    }
    if (isLast(page, count, pageSize)) return requireWhole(pages)
    requireEnd(pages.length + 1, page.from)
  }
}

/** @returns whether any of them is new */
function addIds(ids: Set<string>, entries: readonly WithId[]): boolean {
  const before = ids.size
  for (const { id } of entries) ids.add(id)
  return ids.size > before
}

/**
 * Whether a page that repeats earlier ones certainly is the whole list: it has as many entries as it counts, and the service
 * has not left out any because of the size of a page.
 */
async function hasEverything<Entry>(
  { total, entries }: Page<Entry>,
  knownCount: number,
  pageSize: number,
  read: ReadPage<Entry>,
): Promise<boolean> {
  if (total !== knownCount || entries.length !== knownCount) return false
  if (entries.length > pageSize) return true
  const smaller = await read(1, pageSize - 1)
  return smaller.entries.length >= pageSize
}

function describeRepetition({ from }: Page<unknown>, page: number): string {
  return `${from} shows nothing on page ${page} that it has not shown before, so nobody can tell whether this is all: check the address, and whether that service knows the parameter page.`
}

/** @param count of the entries on all pages so far */
function isLast({ total, entries }: Page<unknown>, count: number, pageSize: number): boolean {
  const countsOtherPages = total > entries.length
  const isFull = entries.length >= pageSize
  return entries.length === 0 || (count >= total && (countsOtherPages || !isFull))
}

function requireWhole<Entry extends WithId>(pages: readonly Page<Entry>[]): Entry[] {
  const entries = pages.flatMap((page) => page.entries)
  const isWhole = pages.every(({ total }) => total === entries.length)
  const countsPages = pages.every((page) => page.total === page.entries.length)
  const ids = new Set(entries.map(({ id }) => id))
  if (ids.size === entries.length && (isWhole || countsPages)) return entries
  throw new ChangedMeanwhile()
}
