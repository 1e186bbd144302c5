import { element, withOwnDirection } from '../../browser/elements.ts'
import type { Group, GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { flattenGroups, type WithAncestors } from '../../browser/tree.ts'
import { hasOnlyGroups, withoutRedundantGroups } from '../shared/redundant-groups.ts'
import { shownText } from '../shared/shown-text.ts'
import { areLabelsBroken, type Sizes, setWidths, sharedSizes } from '../shared/sizes.ts'
import { type BoardPresentation, rowsOf } from './rows.ts'
import { canBeVertical, rowsBeside } from './vertical-headings.ts'
import { breakableText } from './word-breaks.ts'

const LOWEST_HEADING = 6
/** The cost of starting a column at such a block. A column that stays empty costs 1. */
const BREAK = { group: 0, subgroup: 0.05, item: 0.5, orphan: 0.8, option: 0.9, never: 10 }
/** How many items stay together at each end of a group that is split, if its heading needs no more. */
const TOGETHER = 2

/** A part of the menu that is never split. */
export interface Block {
  readonly element: HTMLElement
  readonly isRow: boolean
  readonly breakCost: number
  /** The heading that is repeated where a column starts at this block, in the middle of a group. */
  readonly repeatedHeading: HTMLElement | undefined
}

export interface Blocks {
  /** In reading order. */
  readonly inOrder: readonly Block[]
  /** Whether the names of groups are written from top to bottom, beside their rows. */
  readonly haveVerticalHeadings: boolean
}

export function blocksOf(
  { groups }: GroupsEnvelope,
  presentation: BoardPresentation,
  mayHaveVerticalHeadings: boolean,
): Blocks {
  const shown = flattenGroups(withoutRedundantGroups(groups)).map((placed) => ({
    placed,
    sizes: sharedSizes(placed.node.items, presentation),
  }))
  const outermost = shown.flatMap(({ placed }) => (placed.ancestors.length === 0 ? [placed.node] : []))
  const haveVerticalHeadings = mayHaveVerticalHeadings && canBeVertical(outermost)
  return {
    inOrder: shown.flatMap(({ placed, sizes }) => [
      ...groupBlocks(placed, sizes, presentation, haveVerticalHeadings),
    ]),
    haveVerticalHeadings,
  }
}

function* groupBlocks(
  placed: WithAncestors<Group>,
  sizes: Sizes | undefined,
  presentation: BoardPresentation,
  haveVerticalHeadings: boolean,
): Generator<Block> {
  const { node: group, ancestors } = placed
  const together = haveVerticalHeadings && ancestors.length === 0 ? rowsBeside(group.name) : TOGETHER
  const repeatedHeading = repeatedHeadingOf(group, levelOf(ancestors), sizes)
  const heading = headingBlock(placed, sizes)
  for (const { style } of haveVerticalHeadings ? [repeatedHeading, heading.element] : [])
    style.setProperty('--rows-beside', `${together}`)
  yield heading
  for (const [index, item] of group.items.entries()) {
    const isOrphan = index < together || index > group.items.length - together
    const betweenItems = index === 0 ? BREAK.never : isOrphan ? BREAK.orphan : BREAK.item
    for (const [place, part] of partsOf(rowsOf(item, sizes, presentation)).entries()) {
      const before = place === 0 ? betweenItems : BREAK.option
      yield* part.map((row, index) =>
        rowBlock(row, index === 0 ? before : BREAK.never, repeatedHeading, sizes),
      )
    }
  }
}

/** Divides the rows of an item, which may be higher than a column: only the first size or option must stay with the item. */
function partsOf(rows: readonly HTMLElement[]): HTMLElement[][] {
  return [rows.slice(0, 2), ...rows.slice(2).map((row) => [row])]
}

/** The level of a heading. The title of the board has level 1. */
function levelOf(ancestors: readonly Group[]): number {
  return ancestors.length + 2
}

function headingBlock({ node: group, ancestors }: WithAncestors<Group>, sizes: Sizes | undefined): Block {
  const { name, description } = group
  const level = levelOf(ancestors)
  const title = element(`h${Math.min(level, LOWEST_HEADING)}` as 'h2', 'title', breakableText('group', name))
  const text = description
    ? element('p', 'description', shownText('groupDescription', description))
    : undefined
  const parent = ancestors[ancestors.length - 1]
  return {
    element: headingOf(level, title, sizes, text),
    isRow: false,
    breakCost: breakCostBefore(group, parent),
    repeatedHeading: parent && !hasOnlyGroups(parent) ? repeatedHeadingOf(parent, level - 1) : undefined,
  }
}

/** A heading stays together with the block below it, so that it is never alone at the foot of a column. */
function breakCostBefore(group: Group, parent: Group | undefined): number {
  if (parent === undefined) return BREAK.group
  const isFirst = parent.items.length === 0 && parent.groups[0] === group
  return isFirst ? BREAK.never : BREAK.subgroup
}

/** Repeats the heading of a group. The copy is only visual, and hidden from assistive technology. */
function repeatedHeadingOf({ name }: Group, level: number, sizes?: Sizes): HTMLElement {
  const heading = headingOf(level, element('p', 'title', breakableText('group', name)), sizes)
  heading.classList.add('repeated')
  heading.ariaHidden = 'true'
  return heading
}

function headingOf(
  level: number,
  title: HTMLElement,
  sizes: Sizes | undefined,
  text?: HTMLElement,
): HTMLElement {
  const line = element('div', 'line', title, sizes && columnHeadsOf(sizes))
  const heading = element('div', `heading level-${Math.min(level, LOWEST_HEADING)}`, line, text)
  if (sizes) setWidths(heading, sizes)
  return heading
}

function rowBlock(
  row: HTMLElement,
  breakCost: number,
  repeatedHeading: HTMLElement,
  sizes: Sizes | undefined,
): Block {
  if (sizes) setWidths(row, sizes)
  return { element: row, isRow: true, breakCost, repeatedHeading }
}

/** The heads of the price columns. They are only visual: rows repeat them for assistive technology. */
function columnHeadsOf(sizes: Sizes): HTMLElement {
  const className = areLabelsBroken(sizes) ? 'cells broken' : 'cells'
  const columnHeads = element(
    'span',
    className,
    ...sizes.names.map((name) => element('span', 'cell', withOwnDirection(name))),
  )
  columnHeads.ariaHidden = 'true'
  return columnHeads
}
