import type { Room } from './room.ts'

/** Returns how many of the items in a ruler have a name in several lines, or prices below it, as a share. */
export function crowdedShare({ ruler }: Room): number {
  const items = ruler.blocks.filter(({ element }) => element.classList.contains('item'))
  const crowded = items.filter(({ element }) => element.matches('.stacked') || isNameBroken(element))
  return crowded.length / Math.max(1, items.length)
}

function isNameBroken(row: HTMLElement): boolean {
  const name = row.querySelector('.name > [dir], .name > .out')
  return name !== null && name.getClientRects().length > 1
}
