/** A group or an item of a menu, with the groups or items around it, the outermost first. */
export interface WithParents<Node> {
  readonly node: Node
  readonly parents: readonly Node[]
}

/** Lists groups, each followed by the groups in it, at any depth. */
export function withChildGroups<Group extends { readonly groups: readonly Group[] }>(
  groups: readonly Group[],
): WithParents<Group>[] {
  return flatten(groups, ({ groups: children }) => children, [])
}

/** Lists items, each followed by the items in it, such as its sizes, at any depth. */
export function withChildItems<Item extends { readonly items: readonly Item[] }>(
  items: readonly Item[],
  parents: readonly Item[] = [],
): WithParents<Item>[] {
  return flatten(items, ({ items: children }) => children, parents)
}

function flatten<Node>(
  nodes: readonly Node[],
  childrenOf: (node: Node) => readonly Node[],
  parents: readonly Node[],
): WithParents<Node>[] {
  return nodes.flatMap((node) => [
    { node, parents },
    ...flatten(childrenOf(node), childrenOf, [...parents, node]),
  ])
}

/** Formats the names of groups and items around each other: `Drinks › Coffee`. */
export function pathName(path: readonly { readonly name: string }[]): string {
  return path.map(({ name }) => name).join(' › ')
}
