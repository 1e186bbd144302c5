import { setImmediate } from 'node:timers/promises'

/**
 * Reads rows page by page, until a page is short. Other tasks run after each page, because a query of SQLite blocks the thread.
 * @param readAfter reads the rows after the last one of a page; undefined for the first page
 * @param pageSize a page with fewer rows is the last one. Without it, only an empty page is
 */
export async function* pagesOf<Row>(
  readAfter: (last: Row | undefined) => Promise<Row[]>,
  pageSize = 1,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await readAfter(last)
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    last = page.at(-1)
    await setImmediate()
  }
}
