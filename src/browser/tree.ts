/** A group or an item of a menu, with the groups or items around it, the outermost first. */
export interface WithAncestors<Node> {
  readonly node: Node
  readonly ancestors: readonly Node[]
}

/** Lists groups, each followed by the groups in it, at any depth. */
export function flattenGroups<Group extends { readonly groups: readonly Group[] }>(
  groups: readonly Group[],
): WithAncestors<Group>[] {
  return flatten(groups, ({ groups: children }) => children, [])
}

/** Lists items, each followed by the items in it, such as its sizes, at any depth. */
export function flattenItems<Item extends { readonly items: readonly Item[] }>(
  items: readonly Item[],
  ancestors: readonly Item[] = [],
): WithAncestors<Item>[] {
  return flatten(items, ({ items: children }) => children, ancestors)
}

/** Lists all items in groups, at any depth, each followed by the items in it. */
export function itemsIn<Item extends { readonly items: readonly Item[] }>(
  groups: readonly Containing<Item>[],
): Item[] {
  const list: Item[] = []
  for (const { node: group } of flattenGroups(groups))
    for (const { node: item } of flattenItems(group.items)) list.push(item)
  return list
}

interface Containing<Item> {
  readonly groups: readonly Containing<Item>[]
  readonly items: readonly Item[]
}

function flatten<Node>(
  nodes: readonly Node[],
  childrenOf: (node: Node) => readonly Node[],
  ancestors: readonly Node[],
  list: WithAncestors<Node>[] = [],
): WithAncestors<Node>[] {
  for (const node of nodes) {
    list.push({ node, ancestors })
    flatten(childrenOf(node), childrenOf, [...ancestors, node], list)
  }
  return list
}

/** Joins the names of groups and items, the outermost first: `Drinks › Coffee`. */
export function pathName(path: readonly { readonly name: string }[]): string {
  return path.map(({ name }) => name).join(' › ')
}
