/**
 * The menus of another system, before they get ids. `id` is used as it stands. `sourceId` is the system's own id, which
 * gets a prefix, and its place if it occurs in several places. Without either, the id is derived from the place.
 */
interface Identified {
  readonly id?: string | undefined
  readonly sourceId?: string | undefined
}

export interface SourceMenu extends Identified {
  /** Empty if the source does not name its menu. */
  readonly name: string
  readonly location: string | null
  readonly restaurant: string | null
  readonly groups: readonly SourceGroup[]
  /** Whether the user did not choose this menu. Its ids still count as places where they occur. */
  readonly isLeftOut?: boolean
}

export interface SourceGroup extends Identified {
  readonly name: string
  readonly description: string | null
  readonly tags: readonly string[]
  readonly groups: readonly SourceGroup[]
  readonly items: readonly SourceItem[]
  /** Whether the group is kept although it is empty. */
  readonly keepEmpty?: boolean
}

/** What an item or a modifier is where the source says nothing else. */
export const BARE_ITEM = {
  description: null,
  price: null,
  calories: null,
  tags: [],
  inStock: true,
  items: [],
} as const satisfies Omit<SourceItem, 'name'>

export interface SourceItem extends Identified {
  readonly name: string
  readonly description: string | null
  /** In major units: 4.5 is four dollars fifty. */
  readonly price: number | null
  readonly calories: number | null
  readonly tags: readonly string[]
  readonly inStock: boolean
  /** Sizes and other variants, or modifiers. */
  readonly items: readonly SourceItem[]
}
