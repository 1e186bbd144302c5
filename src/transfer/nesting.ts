import { MAX_DEPTH } from './errors.ts'

/** Whether a menu nests too deep. Not recursive: a malicious or broken file may nest to any depth. */
export function isTooDeep(member: unknown): boolean {
  const groups = descend(childrenOf(member, 'groups'), 'groups')
  if (groups === undefined) return true
  const items = groups.flatMap((group) => childrenOf(group, 'items'))
  return descend(items, 'items') === undefined
}

/** These nodes and all nodes below them; undefined if they nest too deep. */
function descend(nodes: unknown[], childrenKey: string): unknown[] | undefined {
  const found: unknown[] = []
  let level = nodes
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return undefined
    for (const node of level) found.push(node)
    level = level.flatMap((node) => childrenOf(node, childrenKey))
  }
  return found
}

/** The groups or items in a value of any type; empty if it has none. */
export function childrenOf(node: unknown, key: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const children: unknown = Object.getOwnPropertyDescriptor(node, key)?.value
  return Array.isArray(children) ? children : []
}
