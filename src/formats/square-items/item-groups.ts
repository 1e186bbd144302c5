import { Budget } from '../mapping/reading.ts'
import type { SourceGroup, SourceItem } from '../mapping/source-menu.ts'
import { withVariants } from '../mapping/variants.ts'
import type { LibraryItem } from './library.ts'

/** The group of items without a category. It comes last. */
const OTHER = 'Other'

interface DraftGroup extends SourceGroup {
  readonly groups: DraftGroup[]
  readonly items: SourceItem[]
}

/** The categories as groups, in the order of their first items. An item is in each of its categories. */
export function groupsOf(library: ReadonlyMap<string, LibraryItem>): readonly SourceGroup[] {
  const budget = new Budget()
  const top: DraftGroup[] = []
  const byPath = new Map<string, DraftGroup>()
  const others: SourceItem[] = []
  for (const item of library.values()) {
    budget.spend(item.name, item.categories.size * (1 + item.variations.length))
    const made = toSourceItem(item)
    for (const path of item.categories.values()) groupAt(path).items.push(made)
    if (item.categories.size === 0) others.push(made)
  }
  return others.length > 0 ? [...top, { name: OTHER, groups: [], items: others }] : top

  function groupAt(path: readonly string[]): DraftGroup {
    const key = JSON.stringify(path)
    const known = byPath.get(key)
    if (known !== undefined) return known
    const group = { name: path.at(-1) ?? '', groups: [], items: [] }
    const siblings = path.length > 1 ? groupAt(path.slice(0, -1)).groups : top
    siblings.push(group)
    byPath.set(key, group)
    return group
  }
}

function toSourceItem({ token, name, description, tags, variations }: LibraryItem): SourceItem {
  const sizes = variations.map((variation) => ({ ...variation, name: variation.name || name, items: [] }))
  const [first] = variations
  const item = {
    items: [],
    sourceId: token || undefined,
    name,
    description,
    tags,
    // Fields that the variations do not have stay undefined in the item.
    price: first?.price === undefined ? undefined : null,
    inStock: first?.inStock === undefined ? undefined : variations.some(({ inStock }) => inStock),
  }
  return withVariants(item, sizes)
}
