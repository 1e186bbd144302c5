import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** How many rows a key moves the focus. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The keys that open (true) or close a site. */
const OPENS: Readonly<Record<string, boolean>> = { ArrowRight: true, ArrowLeft: false }

/**
 * Lets the Tab key reach only the row of a list that had the focus last. Other keys move the focus from there.
 * @param keys of all rows. Rows far from the window have no elements
 */
export function useRovingTabIndex(list: RefObject<HTMLElement>, keys: readonly string[]) {
  const [wanted, setWanted] = useState<string>()
  const isMoving = useRef(false)
  const tabStop = wanted !== undefined && keys.includes(wanted) ? wanted : keys[0]

  // By now, the row has an element, even if its section was far from the window.
  useLayoutEffect(() => {
    if (isMoving.current && tabStop !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(tabStop)}"] a`)?.focus()
    isMoving.current = false
  }, [tabStop])

  function onFocusIn({ target }: FocusEvent): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    if (row !== null) setWanted(row.dataset['key'])
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key in OPENS) setOpen(event.target, OPENS[event.key] === true)
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = keys[Math.max(0, Math.min(keys.length - 1, keys.indexOf(tabStop ?? '') + step))]
    isMoving.current = next !== tabStop
    setWanted(next)
  }

  return { tabStop, onFocusIn, onKeyDown }
}

/** Opens or closes the site in the row of a link. */
function setOpen(from: Element, isOpen: boolean): void {
  const button = from.closest('[data-key]')?.querySelector<HTMLButtonElement>('.fold')
  if (button && (button.ariaExpanded === 'true') !== isOpen) button.click()
}
