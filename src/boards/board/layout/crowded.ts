import type { LayoutContext } from './context.ts'

/** Returns how many of the items in a measurer have a name or marks in several lines, or prices below the name, as a share. */
export function crowdedShare({ measurer }: LayoutContext): number {
  const items = measurer.blocks.filter(({ element }) => element.classList.contains('item'))
  const crowded = items.filter(({ element }) => element.matches('.stacked') || isNameBroken(element))
  return crowded.length / Math.max(1, items.length)
}

/** Returns whether the name of a row and its marks are in several lines. A name has a box for each part between two places to break. */
function isNameBroken(row: HTMLElement): boolean {
  const parts = [...row.querySelectorAll('.name > [dir], .name > .out, .name > .marks')]
  const [first, ...others] = parts.flatMap((part) => [...part.getClientRects()])
  return first !== undefined && others.some(({ top }) => top > first.top + first.height / 2)
}
