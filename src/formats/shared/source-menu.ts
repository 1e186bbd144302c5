import type { WrittenFields } from '../../lib/fields.ts'
import type { GROUP_FIELDS, ITEM_FIELDS, MENU_FIELDS } from '../../menu/schema.ts'

/** A part of a menu of another system. Without an id, one is derived from its place. A missing field keeps its stored value. */
interface Identified {
  /** The id to use unchanged. */
  readonly id?: string | undefined
  /** The id in the other system. It gets a prefix, and a digest of its place if it occurs several times. */
  readonly sourceId?: string | undefined
}

/** A menu of another system. Its name is empty if the file does not name it. */
export interface SourceMenu extends Identified, WrittenFields<typeof MENU_FIELDS> {
  readonly groups: readonly SourceGroup[]
}

export function hasItems({ groups }: Pick<SourceMenu, 'groups'>): boolean {
  return groups.some((group) => group.items.length > 0 || hasItems(group))
}

export interface SourceGroup extends Identified, WrittenFields<typeof GROUP_FIELDS> {
  readonly groups: readonly SourceGroup[]
  readonly items: readonly SourceItem[]
  /** Whether the group is kept although it is empty. */
  readonly keepEmpty?: boolean
}

/** Adds a last group with the items that are in no group. */
export function withOthers(groups: readonly SourceGroup[], others: readonly SourceItem[]) {
  return others.length === 0 ? groups : [...groups, { name: 'Other', groups: [], items: others }]
}

/** An item of another system. Its price is in major units: 4.5 is four dollars fifty. */
export interface SourceItem extends Identified, WrittenFields<typeof ITEM_FIELDS> {
  /** Which tags `tags` replaces, as in an import file. */
  readonly replacedTags?: readonly string[] | undefined
  /** Sizes and other variants. */
  readonly items: readonly SourceItem[]
}
