import { createButton, element } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'

const BATCH_SIZE = 100

/**
 * Fills a list with the elements that `create` returns, a hundred at a time. The next hundred is added when
 * the end of the list comes near the window, or when the button there is pressed.
 */
export function fillInBatches<Entry>(
  list: Element,
  entries: readonly Entry[],
  create: (entry: Entry) => Element,
): void {
  list.replaceChildren()
  if (entries.length > 0) addBatch(0)

  function addBatch(from: number): void {
    const to = Math.min(from + BATCH_SIZE, entries.length)
    list.append(...entries.slice(from, to).map(create))
    if (to < entries.length) list.append(createMoreButton(list, entries.length - to, () => addBatch(to)))
  }
}

/** Creates the button that adds the next batch of the remaining entries. */
function createMoreButton(list: Element, count: number, addMore: () => void): Element {
  const text = `Show ${formatNumber(Math.min(count, BATCH_SIZE))} more (${formatNumber(count)} left)`
  const button = createButton('quiet', text, showMore)
  const row = element(list instanceof HTMLUListElement ? 'li' : 'div', '', button)
  const watch = new IntersectionObserver(
    (changes) => changes.some(({ isIntersecting }) => isIntersecting) && showMore(),
  )
  watch.observe(row)
  return row

  function showMore(): void {
    watch.disconnect()
    const next = document.activeElement === button ? row.previousElementSibling : null
    addMore()
    row.remove()
    if (next instanceof HTMLElement) focusOn(next)
  }
}

/** Moves the keyboard focus to where the button was. */
function focusOn(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
