import type { SourceItem } from './source-menu.ts'

/** Names of a variant that have no meaning. */
const NAMELESS: ReadonlySet<string> = new Set(['', 'regular', 'default'])

/**
 * Gives an item its sizes or other variants. Each is a child item with its own price, and the item itself has none. A
 * single variant without a name of its own is folded into the item.
 */
export function withVariants(item: SourceItem, variants: readonly SourceItem[]): SourceItem {
  const [only, ...others] = variants
  if (only === undefined) return item
  if (others.length > 0 || !(isNameless(only.name) || only.name.toLowerCase() === item.name.toLowerCase())) {
    const price = item.price === undefined ? undefined : null
    return { ...item, price, items: [...variants, ...item.items] }
  }
  return {
    ...item,
    description: firstNonNull(item.description, only.description),
    price: only.price,
    calories: firstNonNull(item.calories, only.calories),
    replacedTags: item.tags === undefined ? only.replacedTags : item.replacedTags,
    tags: item.tags && only.tags ? [...new Set([...item.tags, ...only.tags])] : (item.tags ?? only.tags),
    inStock: item.inStock === false ? false : firstNonNull(only.inStock, item.inStock),
    items: [...only.items, ...item.items],
  }
}

/** The first value that is neither null nor undefined. Without such a value, a null takes precedence over undefined. */
export function firstNonNull<Value>(first: Value | undefined, second: Value | undefined): Value | undefined {
  return first ?? (second === undefined ? first : second)
}

export function isNameless(name: string): boolean {
  return NAMELESS.has(name.toLowerCase())
}
