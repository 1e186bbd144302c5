import type { Block } from '../blocks.ts'

/** The gaps that have dots, in em. The eye needs no dots across a shorter gap, and across a longer one, dots do not help. */
const MIN_GAP = 3
const MAX_GAP = 18

/**
 * Shows dots between names and prices where the gap is neither small nor very wide.
 * @param container the element with the text size of the blocks
 */
export function markLeaders(blocks: readonly Block[], container: HTMLElement): void {
  const leaders = blocks.flatMap(({ element }) => [...element.querySelectorAll<HTMLElement>('.row .leader')])
  const emPx = Number.parseFloat(getComputedStyle(container).fontSize)
  const gaps = leaders.map((leader) => leader.getBoundingClientRect().width / emPx)
  leaders.forEach((leader, index) => {
    const gap = gaps[index] ?? 0
    leader.classList.toggle('dotted', gap >= MIN_GAP && gap <= MAX_GAP)
  })
}
