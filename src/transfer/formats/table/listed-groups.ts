import type { SourceGroup } from '../mapping/source-menu.ts'
import type { ConversionReport } from '../report.ts'

const LIST =
  '[group has a name that may list|groups have names that may list] several (repeat the row for each group that the item is in)'

/** What is known of a group. */
type ListedGroup = Pick<SourceGroup, 'id' | 'name'> & { readonly items: readonly object[] }

/**
 * Names groups such as `Starters, Specials`, which may be two, unless several items show that this is a name. Groups with ids are of
 * an exported table, and are meant so.
 */
export function reportLists(groups: readonly ListedGroup[], report: ConversionReport): void {
  const counts = new Map<string, number>()
  for (const { name } of groups)
    for (const part of partsOf(name)) counts.set(part, (counts.get(part) ?? 0) + 1)
  for (const { id, name, items } of groups) {
    const parts = partsOf(name)
    const isKnown = parts.some((part) => (counts.get(part) ?? 0) > 1)
    if (id === undefined && parts.length > 1 && (isKnown || items.length < 2)) report.lose(LIST, name)
  }
}

function partsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[,;|]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
