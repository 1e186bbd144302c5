import { setImmediate } from 'node:timers/promises'

/**
 * Reads rows page by page, until a page is empty. After each, other tasks of the process run: a query of SQLite blocks the thread.
 * @param readAfter reads the rows after the last one of a page; undefined for the first page
 */
export async function* pagesOf<Row>(
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await readAfter(last)
    if (page.length === 0) return
    yield page
    last = page.at(-1)
    await setImmediate()
  }
}
