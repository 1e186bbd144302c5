import type { SourceItem } from '../mapping/source-menu.ts'
import { withVariants } from '../mapping/variants.ts'

/** An item of a library, from all rows that share its token or its name. */
export interface LibraryItem {
  readonly name: string
  description: string | null | undefined
  /** Undefined if no column says anything about them. */
  tags: readonly string[] | undefined
  /** The paths of its categories, each once. */
  readonly categories: Map<string, readonly string[]>
  readonly variations: Variation[]
}

export interface Variation {
  readonly token: string
  readonly name: string
  readonly inStock: boolean | undefined
  price: number | null | undefined
}

/** A new copy of the item for one of its categories. */
export function toSourceItem({ name, description, tags, variations }: LibraryItem): SourceItem {
  const tokens = new Set(variations.map(({ token }) => token))
  // A token belongs to the item if its rows share it, and else to the variation.
  const [shared] = tokens.size === 1 ? tokens : []
  const sizes = variations.map((variation) => ({
    items: [],
    sourceId: shared === undefined ? variation.token || undefined : undefined,
    name: variation.name || name,
    price: variation.price,
    inStock: variation.inStock,
  }))
  const [first] = variations
  const item = {
    items: [],
    sourceId: shared || undefined,
    name,
    description,
    tags,
    // The item itself says nothing of what its variations cannot say.
    price: first?.price === undefined ? undefined : null,
    inStock: first?.inStock === undefined ? undefined : variations.some(({ inStock }) => inStock),
  }
  return withVariants(item, sizes)
}
