import type { Budget } from '../mapping/reading.ts'
import type { SourceGroup, SourceItem } from '../mapping/source-menu.ts'
import { type LibraryItem, toSourceItem } from './items.ts'

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
    for (const path of item.categories.values()) groupAt(path)?.items.push(toSourceItem(item))
    if (item.categories.size === 0) others.push(toSourceItem(item))
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
