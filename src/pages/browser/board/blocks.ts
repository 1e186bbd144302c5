import type { Group, GroupsEnvelope } from '#dist/menu/schema.js'
import { element, ownText } from './element.ts'
import { type Look, rowsOf } from './rows.ts'
import { type Sizes, sharedSizes } from './sizes.ts'

const LOWEST_HEADING = 6
/** What it costs to begin a column at a place, where 1 is a column of full height. */
const BREAK = { group: 0, subgroup: 0.05, item: 0.5, lonely: 0.8, option: 0.9, never: Infinity }

/** A piece of the menu that is never divided. */
export interface Block {
  readonly element: HTMLElement
  readonly isRow: boolean
  readonly breakCost: number
  /** The heading once more, to be copied to where a column begins in the middle of a group. */
  readonly lead: HTMLElement | undefined
}

/** Lays a menu out in one line of blocks, in the order in which it is read. */
export function blocksOf({ groups }: GroupsEnvelope, look: Look): Block[] {
  return groups.filter(isShown).flatMap((group) => groupBlocks(group, 2, undefined, look))
}

/** An empty group is no news, unless it has something to say ("closed on Mondays"). */
function isShown({ description, items, groups }: Group): boolean {
  return Boolean(description) || items.length > 0 || groups.some(isShown)
}

function groupBlocks(group: Group, level: number, above: HTMLElement | undefined, look: Look): Block[] {
  const sizes = sharedSizes(group.items, look.formats.price)
  const lead = repeated(group, level, sizes)
  const items = group.items.flatMap((item, index) => {
    const isLonely = index === 1 || index === group.items.length - 1
    return rowsOf(item, sizes, look).map((row, place) => itemBlock(row, place, isLonely, lead, sizes))
  })
  const below = group.groups
    .filter(isShown)
    .flatMap((child) => groupBlocks(child, level + 1, repeated(group, level, undefined), look))
  return [headingBlock(group, level, sizes, above), ...glued([...items, ...below])]
}

/** A heading never stands alone at the foot of a column. */
function glued([first, ...others]: readonly Block[]): Block[] {
  return first ? [{ ...first, breakCost: BREAK.never }, ...others] : []
}

function headingBlock(
  { name, description }: Group,
  level: number,
  sizes: Sizes | undefined,
  lead: HTMLElement | undefined,
): Block {
  const title = element(`h${Math.min(level, LOWEST_HEADING)}` as 'h2', 'title', ownText('', name))
  const said = description ? element('p', 'description', ownText('', description)) : undefined
  const breakCost = level === 2 ? BREAK.group : BREAK.subgroup
  return { element: headingOf(level, title, sizes, said), isRow: false, breakCost, lead }
}

/** The heading of a group once more, for the eye alone. */
function repeated({ name }: Group, level: number, sizes: Sizes | undefined): HTMLElement {
  const heading = headingOf(level, element('p', 'title', ownText('', name)), sizes)
  heading.classList.add('lead')
  heading.ariaHidden = 'true'
  return heading
}

function headingOf(
  level: number,
  title: HTMLElement,
  sizes: Sizes | undefined,
  said?: HTMLElement,
): HTMLElement {
  const line = element('div', 'line', title, sizes && labelsOf(sizes))
  const heading = element('div', `heading level-${Math.min(level, LOWEST_HEADING)}`, line, said)
  if (sizes) heading.style.setProperty('--cell', `${sizes.digits}ch`)
  return heading
}

function itemBlock(
  row: HTMLElement,
  place: number,
  isLonely: boolean,
  lead: HTMLElement,
  sizes: Sizes | undefined,
): Block {
  if (sizes) row.style.setProperty('--cell', `${sizes.digits}ch`)
  const betweenItems = isLonely ? BREAK.lonely : BREAK.item
  // The first option stays with its item.
  const breakCost = place === 0 ? betweenItems : place === 1 ? BREAK.never : BREAK.option
  return { element: row, isRow: true, breakCost, lead }
}

/** What each price of a row is for; rows say it again to those who do not see the columns. */
function labelsOf({ names }: Sizes): HTMLElement {
  const labels = element('span', 'cells', ...names.map((name) => element('span', 'cell', ownText('', name))))
  labels.ariaHidden = 'true'
  return labels
}
