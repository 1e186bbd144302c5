import type { LayoutContext } from './context.ts'

/** Returns how many of the items in a measurer have a name in several lines, or prices below it, as a share. */
export function crowdedShare({ measurer }: LayoutContext): number {
  const items = measurer.blocks.filter(({ element }) => element.classList.contains('item'))
  const crowded = items.filter(({ element }) => element.matches('.stacked') || isNameBroken(element))
  return crowded.length / Math.max(1, items.length)
}

function isNameBroken(row: HTMLElement): boolean {
  const name = row.querySelector('.name > [dir], .name > .out')
  return name !== null && name.getClientRects().length > 1
}
