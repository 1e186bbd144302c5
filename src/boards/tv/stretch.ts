/** The most extra space above and below each row, as a share of the text size. */
const MOST_AIR = 0.4

/** Moves the rows of a page apart, as far as there is room. @returns how much room is left */
export function stretch(page: HTMLElement, height: number): number {
  const space = height - page.offsetHeight
  const air = Math.floor(Math.min(airOf(page, space), MOST_AIR * sizeOf(page)))
  if (air <= 0) return space
  page.style.setProperty('--air', `${air}px`)
  return height - page.offsetHeight
}

/** Puts the only page of a menu into the middle of the screen. */
export function centre(page: HTMLElement, space: number): void {
  page.style.marginTop = `${Math.max(0, Math.floor(space / 2))}px`
}

/** Returns the space for each row, above it or below, in the column that has the least. */
function airOf(page: HTMLElement, space: number): number {
  const columns = Array.from(page.getElementsByClassName('column'), (column) => {
    const own = Array.from(column.children).reduce((sum, { clientHeight }) => sum + clientHeight, 0)
    return { own, rows: column.getElementsByTagName('tr').length }
  })
  const highest = Math.max(...columns.map(({ own }) => own))
  return Math.min(
    ...columns.filter(({ rows }) => rows > 0).map(({ own, rows }) => (space + highest - own) / (2 * rows)),
  )
}

function sizeOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).fontSize)
}
