import { hash } from 'node:crypto'
import type { ImportFileGroup, ImportFileItem, ImportFileMenu } from '../../documents/schema.ts'
import { writtenFieldsOf } from '../../lib/fields.ts'
import { GROUP_FIELDS, ITEM_FIELDS, MENU_FIELDS } from '../../menu/schema.ts'
import type { FormatName } from '../format-options.ts'
import type { SourceGroup, SourceItem, SourceMenu } from './source-menu.ts'

type Node = SourceMenu | SourceGroup | SourceItem

/**
 * Makes menus of an import file, with ids that stay the same in each import: `FORMAT:SOURCE_ID`. If a source id occurs
 * several times, `@` follows, and a digest of the parent's id and a number. A node without a source id gets `FORMAT:DIGEST`. Its
 * digest also covers the name and, for a menu, the location.
 */
export function toImportFileMenus(format: FormatName, menus: readonly SourceMenu[]): ImportFileMenu[] {
  const menuIdFor = createIds(format, menus)
  return menus.map((menu) => {
    const id = menuIdFor(menu, ['menu', menu.name, menu.location ?? null])
    const { location: name, restaurantName, ...fields } = writtenFieldsOf(MENU_FIELDS, menu)
    const hasPlace = name !== restaurantName || typeof name === 'string'
    const location = hasPlace ? { name, restaurantName } : name
    return { id, ...fields, keepsLeftOut: true, location, groups: groupsWithIds(format, menu, id) }
  })
}

function groupsWithIds(format: FormatName, menu: SourceMenu, menuId: string): ImportFileGroup[] {
  const idFor = createIds(format, [...nodesIn(menu)])
  return menu.groups.map((group) => toGroup(group, menuId))

  function toGroup(group: SourceGroup, parentId: string): ImportFileGroup {
    const id = idFor(group, [parentId, 'group', group.name])
    const groups = group.groups.map((child) => toGroup(child, id))
    const items = group.items.map((item) => toItem(item, id))
    return { id, ...writtenFieldsOf(GROUP_FIELDS, group), groups, items }
  }

  function toItem(item: SourceItem, parentId: string): ImportFileItem {
    const id = idFor(item, [parentId, 'item', item.name])
    const { replacedTags } = item
    const items = item.items.map((child) => toItem(child, id))
    return { id, ...writtenFieldsOf(ITEM_FIELDS, item), replacedTags, items }
  }
}

/** Makes a function that gives ids to these nodes, each of them another one. */
function createIds(format: FormatName, nodes: readonly Node[]) {
  const repeated = repeatedSourceIds(nodes)
  const taken = new Set(nodes.flatMap(({ id }) => id ?? []))
  /** The next number to try, by the id with the number 1. Trying all numbers would take hours for a million items of one name. */
  const nextNumbers = new Map<string, number>()

  return (node: Node, digested: readonly (string | null)[]): string =>
    node.id ?? firstFree((number) => idOf(node, digested, number))

  function firstFree(idWith: (number: number) => string): string {
    const first = idWith(1)
    let number = nextNumbers.get(first) ?? 1
    while (taken.has(idWith(number))) number += 1
    nextNumbers.set(first, number + 1)
    taken.add(idWith(number))
    return idWith(number)
  }

  function idOf({ sourceId }: Node, digested: readonly (string | null)[], number: number): string {
    if (sourceId === undefined) return `${format}:${digestOf([...digested, number])}`
    if (number === 1 && !repeated.has(sourceId)) return `${format}:${sourceId}`
    return `${format}:${sourceId}@${digestOf([digested[0] ?? '', number])}`
  }
}

function* nodesIn(parent: Node): Generator<Node> {
  const groups = 'groups' in parent ? parent.groups : []
  const items = 'items' in parent ? parent.items : []
  for (const child of [...groups, ...items]) {
    yield child
    yield* nodesIn(child)
  }
}

function repeatedSourceIds(nodes: Iterable<Node>): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { sourceId } of nodes)
    if (sourceId !== undefined) (seen.has(sourceId) ? repeated : seen).add(sourceId)
  return repeated
}

function digestOf(digested: readonly (string | number | null)[]): string {
  return hash('sha256', JSON.stringify(digested), 'hex').slice(0, 24)
}
