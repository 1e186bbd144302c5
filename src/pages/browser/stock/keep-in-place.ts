/** For so long after a tap, the row that was tapped stays where it is. */
const TAP_MS = 3000

let tapped: { readonly row: Element; readonly atMs: number } | undefined

addEventListener(
  'pointerdown',
  ({ target }) => {
    const row = target instanceof Element ? target.closest('.item') : null
    tapped = row ? { row, atMs: performance.now() } : undefined
  },
  { capture: true },
)

/**
 * Changes a list without moving what people look at: the row that was tapped last, or the one in the middle of the window.
 * Browsers do so only in part, and some not at all.
 */
export function keepInPlace(list: HTMLElement, change: () => void): void {
  const row = currentRow(list)
  const before = row?.getBoundingClientRect().top ?? 0
  change()
  if (!row?.isConnected) return
  scrollBy({ top: row.getBoundingClientRect().top - before, behavior: 'instant' })
}

function currentRow(list: HTMLElement): Element | null {
  const isRecent = tapped !== undefined && performance.now() - tapped.atMs < TAP_MS
  if (isRecent && tapped?.row.isConnected) return tapped.row
  const { left, width } = list.getBoundingClientRect()
  const middle = document.elementFromPoint(left + width / 2, innerHeight / 2)
  return middle?.closest('.item') ?? null
}
