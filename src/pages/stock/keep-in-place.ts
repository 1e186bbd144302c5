import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { focusSwitch } from './message-bar.tsx'

/** How long after a tap the tapped row stays in its place. */
const TAP_MS = 3000

interface Tap {
  readonly row: Element
  readonly atMs: number
}

/**
 * Keeps a row in its place when a list changes: the one that was tapped last, or the one in the middle of the window. Browsers do
 * this only in part, and some not at all. If the row with the focus disappears, another row of its item gets the focus.
 */
export function useKeptInPlace(list: RefObject<HTMLElement>): void {
  const tap = useLastTap()
  // This runs before the rows change, and the effect after that.
  const row = list.current && currentRow(list.current, tap.current)
  const before = row?.getBoundingClientRect().top ?? 0
  const focused = list.current?.querySelector<HTMLElement>(':focus')
  const focusedId = focused?.closest<HTMLElement>('.item')?.dataset['id']
  useLayoutEffect(() => {
    if (row?.isConnected) scrollBy({ top: row.getBoundingClientRect().top - before, behavior: 'instant' })
    if (focused?.isConnected) focused.focus({ preventScroll: true })
    else if (focusedId !== undefined) focusSwitch(focusedId)
  })
}

function useLastTap(): RefObject<Tap> {
  const tap = useRef<Tap>(null)
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('.item') : null
      tap.current = row && { row, atMs: performance.now() }
    }
    addEventListener('pointerdown', onPointerDown, { capture: true })
    return () => removeEventListener('pointerdown', onPointerDown, { capture: true })
  }, [])
  return tap
}

function currentRow(list: HTMLElement, tap: Tap | null): Element | null {
  if (tap?.row.isConnected && performance.now() - tap.atMs < TAP_MS) return tap.row
  const { left, width } = list.getBoundingClientRect()
  const middle = document.elementFromPoint(left + width / 2, innerHeight / 2)
  return middle?.closest('.item') ?? null
}
