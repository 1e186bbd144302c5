import { element } from '../../browser/elements.ts'

/** The smallest text that can be read from where guests stand. */
const SMALLEST_VMIN = 3.7
/** The sizes of names, the largest first. */
const SIZES_VMIN = [6.4, 5.8, 5.2, 4.8, 4.4, 4, SMALLEST_VMIN]
/** The size of descriptions as a share of the size of names, and their smallest size. */
const DETAIL = 0.7
const SMALLEST_DETAIL_VMIN = 2.9
/** What is tried until a menu needs no more pages than allowed: less of its descriptions, then narrower columns. */
const STYLES = [
  { descriptions: 'all', maxColumns: 2 },
  { descriptions: 'short', maxColumns: 2 },
  { descriptions: 'none', maxColumns: 2 },
  { descriptions: 'none', maxColumns: 3 },
] as const
type Style = (typeof STYLES)[number]

/** A narrower column breaks names. */
const MIN_COLUMN_EM = 13
const GAP_EM = 1.4
/** A menu with more pages has the smallest text. Laying it out again for larger text would take old televisions too long. */
const FEW_PAGES = 4

export interface FittableMenu {
  /** Creates a table for each group, for columns of a width. */
  readonly createTables: (widthEm: number) => readonly HTMLElement[]
  /** Descriptions are shown if the menu with them needs no more pages than this. */
  readonly maxPagesWithDescriptions: number
}

/**
 * Fills the frame with a menu in the largest text that needs no more pages than the smallest. The browser divides the menu into
 * columns. Those of later pages are outside the frame.
 * @returns the number of pages
 */
export function fitMenu(frame: HTMLElement, menu: FittableMenu): number {
  let pages = Infinity
  let best: Style = STYLES[0]
  for (const style of STYLES) {
    const needed = fill(frame, menu, style, SMALLEST_VMIN)
    if (needed < pages) best = style
    pages = Math.min(pages, needed)
    if (pages <= menu.maxPagesWithDescriptions) break
  }
  const sizes = pages > FEW_PAGES ? [SMALLEST_VMIN] : SIZES_VMIN
  // What was filled last stays. In the smallest size, which is the last one, it fits: the pages were counted in it.
  for (const sizeVmin of sizes) if (fill(frame, menu, best, sizeVmin) <= pages) break
  return pages
}

/**
 * Fills the frame in a style and a size. The size is set on the body, because the statement of a labelling has the same
 * size, and takes space from the frame.
 * @returns the number of pages
 */
function fill(
  frame: HTMLElement,
  { createTables }: FittableMenu,
  { descriptions, maxColumns }: Style,
  sizeVmin: number,
): number {
  document.body.style.fontSize = `${sizeVmin}vmin`
  const widthEm = (frame.clientWidth / Math.min(innerWidth, innerHeight) / sizeVmin) * 100
  const fitting = Math.floor((widthEm + GAP_EM) / (MIN_COLUMN_EM + GAP_EM))
  const columns = Math.max(1, Math.min(maxColumns, fitting))
  const tables = createTables((widthEm - GAP_EM * (columns - 1)) / columns)
  const page = element('div', `page ${descriptions}`, ...tables)
  page.style.columnCount = `${columns}`
  page.style.columnGap = `${GAP_EM}em`
  page.style.setProperty('--detail', `${Math.max(SMALLEST_DETAIL_VMIN, DETAIL * sizeVmin)}vmin`)
  frame.textContent = ''
  frame.appendChild(page)
  const gap = (GAP_EM * frame.clientWidth) / widthEm
  return Math.ceil((page.scrollWidth + gap) / (page.clientWidth + gap) - 0.05)
}
