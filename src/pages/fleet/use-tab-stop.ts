import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** How many rows or cards a key moves the focus. Among cards, the arrows up and down lead to the nearest card instead. */
const ROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }
const CARD_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  PageDown: 1,
  PageUp: -1,
}

/** The keys that open (true) or close a site of a table. */
const FOLDS: Readonly<Record<string, boolean>> = { ArrowRight: true, ArrowLeft: false }

/**
 * Lets the Tab key reach only the row or card of a list that had the focus last. Other keys move the focus from there.
 * @param keys of all rows. Rows far from the window have no elements
 */
export function useTabStop(list: RefObject<HTMLElement>, keys: readonly string[], isTable: boolean) {
  const [wanted, setWanted] = useState<string>()
  const isMoving = useRef(false)
  const tabStop = wanted !== undefined && keys.includes(wanted) ? wanted : keys[0]

  // The section of the row is filled by now, wherever it is.
  useLayoutEffect(() => {
    if (isMoving.current && tabStop !== undefined) linkOf(list.current, tabStop)?.focus()
    isMoving.current = false
  }, [tabStop])

  function onFocusIn({ target }: FocusEvent): void {
    const key = target instanceof Element ? keyOf(target) : undefined
    if (key !== undefined) setWanted(key)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.altKey || event.metaKey) return
    if (isTable && event.key in FOLDS) setFold(event.target, FOLDS[event.key] === true)
    const next = keyAfter(event.target, event.key)
    if (next === undefined || next === tabStop) return
    event.preventDefault()
    isMoving.current = true
    setWanted(next)
  }

  /** The key of the row to which a key of the keyboard leads. */
  function keyAfter(from: Element, pressed: string): string | undefined {
    if (pressed === 'Home') return keys[0]
    if (pressed === 'End') return keys[keys.length - 1]
    if (!isTable && pressed === 'ArrowDown') return cardBeside(list.current, from, 1)
    if (!isTable && pressed === 'ArrowUp') return cardBeside(list.current, from, -1)
    const step = (isTable ? ROW_STEPS : CARD_STEPS)[pressed]
    if (step === undefined) return undefined
    const index = keys.indexOf(tabStop ?? '') + step
    return keys[Math.max(0, Math.min(keys.length - 1, index))]
  }

  return { tabStop, onFocusIn, onKeyDown }
}

/** The key of the nearest card or site below (1) or above (-1) the card of a link. */
function cardBeside(list: HTMLElement | null, from: Element, direction: 1 | -1): string | undefined {
  const here = from.closest('[data-key]')?.getBoundingClientRect()
  if (list === null || here === undefined) return undefined
  const distances = [...list.querySelectorAll('[data-key]')].flatMap((card) => {
    const { top, bottom, left } = card.getBoundingClientRect()
    const down = direction > 0 ? top - here.bottom : here.top - bottom
    // The next line is nearer than any other.
    return down >= 0 ? [{ card, distance: down * innerWidth + Math.abs(left - here.left) }] : []
  })
  const nearest = distances.sort((a, b) => a.distance - b.distance)[0]
  return nearest && keyOf(nearest.card)
}

/** Opens or closes the site in the row of a link. */
function setFold(from: Element, isOpen: boolean): void {
  const button = from.closest('[data-key]')?.querySelector<HTMLButtonElement>('.fold')
  if (button && (button.ariaExpanded === 'true') !== isOpen) button.click()
}

function keyOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-key]')?.dataset['key']
}

function linkOf(list: HTMLElement | null, key: string): HTMLAnchorElement | null | undefined {
  return list?.querySelector(`[data-key="${CSS.escape(key)}"] a`)
}
