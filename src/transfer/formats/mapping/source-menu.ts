import type { Said } from '../../../lib/fields.ts'
import type { GROUP_FIELDS, ITEM_FIELDS } from '../../../menu/schema.ts'

/**
 * The menus of another system, before they get ids. A field that is missing or undefined is one that the format or the file cannot say: it
 * stays as it is in the database. `id` is used as it stands. `sourceId` is the system's own id, which
 * gets a prefix, and its place if it occurs in several places. Without either, the id is derived from the place.
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
  /** Whether the user did not choose this menu. Its ids still count as places where they occur. */
  readonly isLeftOut?: boolean
}

export function hasItems({ groups }: Pick<SourceMenu, 'groups'>): boolean {
  return groups.some((group) => group.items.length > 0 || hasItems(group))
}

export interface SourceGroup extends Identified, Said<typeof GROUP_FIELDS> {
  readonly groups: readonly SourceGroup[]
  readonly items: readonly SourceItem[]
  /** Whether the group is kept although it is empty. */
  readonly keepEmpty?: boolean
}

/** Its price is in major units: 4.5 is four dollars fifty. */
export interface SourceItem extends Identified, Said<typeof ITEM_FIELDS> {
  /** Sizes and other variants, or modifiers. */
  readonly items: readonly SourceItem[]
}
