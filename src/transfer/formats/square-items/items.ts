import type { Budget } from '../mapping/reading.ts'
import type { SourceGroup, SourceItem } from '../mapping/source-menu.ts'
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

function toSourceItem({ name, description, tags, variations }: LibraryItem): SourceItem {
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

/** The group of items without a category. It comes last. */
const OTHER = 'Other'

interface DraftGroup extends SourceGroup {
  readonly groups: DraftGroup[]
  readonly items: SourceItem[]
}

/** The categories as groups, in the order of their first items. An item is in each of its categories. */
export function groupsOf(library: Iterable<LibraryItem>, budget: Budget): readonly SourceGroup[] {
  const top: DraftGroup[] = []
  const byPath = new Map<string, DraftGroup>()
  const others: SourceItem[] = []
  for (const item of library) {
    budget.spend(item.name, item.categories.size * (1 + item.variations.length))
    const made = toSourceItem(item)
    for (const path of item.categories.values()) groupAt(path)?.items.push(made)
    if (item.categories.size === 0) others.push(made)
  }
  return others.length > 0 ? [...top, { ...newGroup(OTHER), items: others }] : top

  function groupAt(path: readonly string[]): DraftGroup | undefined {
    let siblings = top
    let group: DraftGroup | undefined
    for (const [index, name] of path.entries()) {
      const key = JSON.stringify(path.slice(0, index + 1))
      group = byPath.get(key)
      if (group === undefined) {
        group = newGroup(name)
        byPath.set(key, group)
        siblings.push(group)
      }
      siblings = group.groups
    }
    return group
  }
}

function newGroup(name: string): DraftGroup {
  return { name, groups: [], items: [] }
}
