import { CommandError } from '../../lib/command-error.ts'

/** A page of a list, and how many entries all pages together have. */
interface Page<Entry> {
  readonly total: number
  readonly entries: readonly Entry[]
  /** Where it comes from, for messages. */
  readonly from: string
}

/**
 * Reads all pages of a list. A service may send shorter pages than requested. Some services report the length of the page as the
 * total, so a full page is never taken for the last one.
 * @param read reads a page, from 1
 * @throws {CommandError} if entries are missing, or are on several pages
 */
export async function readPages<Entry extends { readonly id: string }>(
  pageSize: number,
  read: (page: number) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  const found = new Map<string, Entry>()
  let maxTotal = 0
  for (let page = 1; ; page++) {
    const { total, entries, from } = await read(page)
    const before = found.size
    for (const entry of entries) found.set(entry.id, entry)
    if (found.size < before + entries.length)
      throw new CommandError(
        `${from} repeats entries on page ${page}. The list may have changed: try again later. Or the service may ignore the parameter page: check the address.`,
      )
    maxTotal = Math.max(maxTotal, total)
    const isLast = entries.length === 0 || (found.size >= maxTotal && entries.length < pageSize)
    if (isLast && found.size < maxTotal)
      throw new CommandError(`${from} counts ${maxTotal} entries, but shows ${found.size}: try again later.`)
    if (isLast) return [...found.values()]
  }
}
