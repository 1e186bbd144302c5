import type { Group, GroupsEnvelope } from '#dist/menu/schema.js'
import { element, ownText } from './element.ts'
import { type Look, rowsOf } from './rows.ts'
import { type Sizes, sharedSizes } from './sizes.ts'

const LOWEST_HEADING = 6
/** The cost of starting a column at a block, where 1 is a column of full height. */
const BREAK = { group: 0, subgroup: 0.05, item: 0.5, orphan: 0.8, option: 0.9, never: Infinity }

/** A part of the menu that is never split. */
export interface Block {
  readonly element: HTMLElement
  readonly isRow: boolean
  readonly breakCost: number
  /** The heading, to be repeated where a column starts in the middle of a group. */
  readonly lead: HTMLElement | undefined
}

/** Turns a menu into a list of blocks, in reading order. */
export function blocksOf({ groups }: GroupsEnvelope, look: Look): Block[] {
  return groups.filter(isShown).flatMap((group) => groupBlocks(group, 2, undefined, look))
}

/** An empty group is hidden, unless it has a description ("closed on Mondays"). */
function isShown({ description, items, groups }: Group): boolean {
  return Boolean(description) || items.length > 0 || groups.some(isShown)
}

function groupBlocks(group: Group, level: number, parentLead: HTMLElement | undefined, look: Look): Block[] {
  const sizes = sharedSizes(group.items, look.formats.price)
  const lead = repeatedHeadingOf(group, level, sizes)
  const items = group.items.flatMap((item, index) => {
    const isOrphan = index === 1 || index === group.items.length - 1
    return rowsOf(item, sizes, look).map((row, place) => itemBlock(row, place, isOrphan, lead, sizes))
  })
  const subgroups = group.groups
    .filter(isShown)
    .flatMap((child) => groupBlocks(child, level + 1, repeatedHeadingOf(group, level, undefined), look))
  return [headingBlock(group, level, sizes, parentLead), ...keepTogether([...items, ...subgroups])]
}

/** Keeps a heading together with the block below it, so that it is never alone at the foot of a column. */
function keepTogether([first, ...others]: readonly Block[]): Block[] {
  return first ? [{ ...first, breakCost: BREAK.never }, ...others] : []
}

function headingBlock(
  { name, description }: Group,
  level: number,
  sizes: Sizes | undefined,
  lead: HTMLElement | undefined,
): Block {
  const title = element(`h${Math.min(level, LOWEST_HEADING)}` as 'h2', 'title', ownText('', name))
  const text = description ? element('p', 'description', ownText('', description)) : undefined
  const breakCost = level === 2 ? BREAK.group : BREAK.subgroup
  return { element: headingOf(level, title, sizes, text), isRow: false, breakCost, lead }
}

/** Repeats the heading of a group. The copy is only visual, and hidden from assistive technology. */
function repeatedHeadingOf({ name }: Group, level: number, sizes: Sizes | undefined): HTMLElement {
  const heading = headingOf(level, element('p', 'title', ownText('', name)), sizes)
  heading.classList.add('lead')
  heading.ariaHidden = 'true'
  return heading
}

function headingOf(
  level: number,
  title: HTMLElement,
  sizes: Sizes | undefined,
  text?: HTMLElement,
): HTMLElement {
  const line = element('div', 'line', title, sizes && labelsOf(sizes))
  const heading = element('div', `heading level-${Math.min(level, LOWEST_HEADING)}`, line, text)
  if (sizes) heading.style.setProperty('--cell', `${sizes.digits}ch`)
  return heading
}

function itemBlock(
  row: HTMLElement,
  place: number,
  isOrphan: boolean,
  lead: HTMLElement,
  sizes: Sizes | undefined,
): Block {
  if (sizes) row.style.setProperty('--cell', `${sizes.digits}ch`)
  const betweenItems = isOrphan ? BREAK.orphan : BREAK.item
  // The first option stays with its item.
  const breakCost = place === 0 ? betweenItems : place === 1 ? BREAK.never : BREAK.option
  return { element: row, isRow: true, breakCost, lead }
}

/** The labels of the price columns. They are only visual: rows repeat them for assistive technology. */
function labelsOf({ names }: Sizes): HTMLElement {
  const labels = element('span', 'cells', ...names.map((name) => element('span', 'cell', ownText('', name))))
  labels.ariaHidden = 'true'
  return labels
}
