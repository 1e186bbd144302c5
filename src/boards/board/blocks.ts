import type { Group, GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { flattenGroups, type WithAncestors } from '../../browser/tree.ts'
import { hasOnlyGroups, withoutRedundantGroups } from '../shared/redundant-groups.ts'
import { sharedSizes } from '../shared/sizes.ts'
import { headingOf, repeatedHeadingOf } from './headings.ts'
import type { BoardPresentation } from './item-line.ts'
import { boardRows } from './rows.ts'
import { canBeVertical, rowsNeededBeside } from './vertical-headings.ts'

/** The cost of starting a column at a block of each kind. `layout/divide.ts` has the highest costs that are allowed. */
const BREAK = { group: 0, subgroup: 0.05, item: 0.5, orphan: 0.8, option: 0.9, never: 10 }
/** At least this many items stay together at each end of a split group. A vertical heading may need more. */
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
  const shown = flattenGroups(withoutRedundantGroups(groups))
  const outermost = shown.flatMap(({ node, ancestors }) => (ancestors.length === 0 ? [node] : []))
  const haveVerticalHeadings = mayHaveVerticalHeadings && canBeVertical(outermost)
  const blocksOfGroup = (entry: WithAncestors<Group>) =>
    Array.from(groupBlocks(entry, presentation, haveVerticalHeadings))
  return { inOrder: shown.flatMap(blocksOfGroup), haveVerticalHeadings }
}

function* groupBlocks(
  { node: group, ancestors }: WithAncestors<Group>,
  presentation: BoardPresentation,
  isVertical: boolean,
): Generator<Block> {
  const sizes = sharedSizes(group.items, presentation)
  // The title of the board has level 1.
  const level = ancestors.length + 2
  const heading = headingOf(group, level, sizes)
  const repeatedHeading = repeatedHeadingOf(group, level, sizes)
  const together = isVertical && ancestors.length === 0 ? rowsNeededBeside(group.name) : TOGETHER
  if (isVertical)
    for (const { style } of [heading, repeatedHeading]) style.setProperty('--rows-beside', `${together}`)
  yield headingBlock(heading, group, ancestors)
  for (const [index, item] of group.items.entries()) {
    const isOrphan = index < together || index > group.items.length - together
    const itemCost = index === 0 ? BREAK.never : isOrphan ? BREAK.orphan : BREAK.item
    for (const [place, element] of boardRows(item, sizes, presentation).entries())
      yield { element, isRow: true, breakCost: costBeforeRow(place, itemCost), repeatedHeading }
  }
}

/** An item may be higher than a column, so only its first option stays together with it. */
function costBeforeRow(place: number, itemCost: number): number {
  if (place === 0) return itemCost
  return place === 1 ? BREAK.never : BREAK.option
}

function headingBlock(element: HTMLElement, group: Group, ancestors: readonly Group[]): Block {
  const parent = ancestors[ancestors.length - 1]
  const repeatedHeading =
    parent && !hasOnlyGroups(parent) ? repeatedHeadingOf(parent, ancestors.length + 1) : undefined
  return { element, isRow: false, breakCost: costBeforeHeading(group, parent), repeatedHeading }
}

/** A heading stays together with the block below it, so that it is never alone at the foot of a column. */
function costBeforeHeading(group: Group, parent: Group | undefined): number {
  if (parent === undefined) return BREAK.group
  const isFirst = parent.items.length === 0 && parent.groups[0] === group
  return isFirst ? BREAK.never : BREAK.subgroup
}
