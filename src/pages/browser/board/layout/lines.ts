import type { Block } from '../blocks.ts'

/** In em. Over a shorter gap the eye needs no dots, over a longer one they do not help. */
const MIN_GAP = 3
const MAX_GAP = 18

/**
 * Finishes the lines of rows, which depends on how wide their columns have become.
 * @param container what has the size of their text
 */
export function finishLines(blocks: readonly Block[], container: HTMLElement): void {
  const rows = blocks.filter(({ isRow }) => isRow).map((block) => block.element)
  releaseCalories(rows)
  markLeaders(rows, container)
}

function allIn(rows: readonly HTMLElement[], selector: string): HTMLElement[] {
  return rows.flatMap((row) => [...row.querySelectorAll<HTMLElement>(selector)])
}

/** Shows dots between names and prices, where the gap is neither small nor very wide. */
function markLeaders(rows: readonly HTMLElement[], container: HTMLElement): void {
  const leaders = allIn(rows, '.leader')
  const emPx = Number.parseFloat(getComputedStyle(container).fontSize)
  const gaps = leaders.map((leader) => leader.getBoundingClientRect().width / emPx)
  leaders.forEach((leader, index) => {
    const gap = gaps[index] ?? 0
    leader.classList.toggle('dotted', gap >= MIN_GAP && gap <= MAX_GAP)
  })
}

/**
 * A no-break space keeps calories beside the last word of a name, or its marks. Where both together are wider than the column, so
 * that the word or the marks are broken apart, the calories go to the next line.
 */
function releaseCalories(rows: readonly HTMLElement[]): void {
  const broken = allIn(rows, '.glue').filter(
    (glue) => isLastWordBroken(glue.previousElementSibling) || isBefore(glue, glue.nextElementSibling),
  )
  for (const glue of broken) glue.textContent = ' '
}

/** Returns whether an element is in a line above another. */
function isBefore(element: Element, other: Element | null): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return other !== null && other.getBoundingClientRect().top > (top + bottom) / 2
}

function isLastWordBroken(name: Element | null): boolean {
  const text = name && lastTextIn(name)
  if (!text) return false
  const word = document.createRange()
  word.setStart(text, text.data.trimEnd().lastIndexOf(' ') + 1)
  word.setEnd(text, text.data.length)
  const tops = Array.from(word.getClientRects(), ({ top }) => Math.round(top))
  return new Set(tops).size > 1
}

function lastTextIn(element: Element): Text | undefined {
  const { lastChild } = element
  if (lastChild instanceof Element) return lastTextIn(lastChild)
  return lastChild instanceof Text ? lastChild : undefined
}
