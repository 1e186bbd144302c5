import type { WrittenFields } from '../../lib/fields.ts'
import type { GROUP_FIELDS, ITEM_FIELDS } from '../../menu/schema.ts'

/**
 * The menus of another system, before they get ids. A missing or undefined field stays as it is in the database. `id` is used
 * unchanged. `sourceId` is the id in the other system: it gets a prefix, and its place if it occurs in several places. Without
 * either, the id is derived from the place.
 */
interface Identified {
  readonly id?: string | undefined
  readonly sourceId?: string | undefined
}

export interface SourceMenu extends Identified {
  /** Empty if the source does not name its menu. */
  readonly name: string
  readonly location?: string | null | undefined
  readonly restaurant?: string | null | undefined
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

/** Its price is in major units: 4.5 is four dollars fifty. */
export interface SourceItem extends Identified, WrittenFields<typeof ITEM_FIELDS> {
  /** Sizes and other variants. */
  readonly items: readonly SourceItem[]
}
