import { MAX_NESTING } from './errors.ts'

/**
 * Whether a menu nests deeper than is allowed. Level by level, not by recursion: the file of a hostile or broken program may nest as deep as it
 * likes.
 */
export function isTooDeep(member: unknown): boolean {
  const groups = descend(childrenOf(member, 'groups'), 'groups')
  if (groups === undefined) return true
  const items = groups.flatMap((group) => childrenOf(group, 'items'))
  return descend(items, 'items') === undefined
}

/** All nodes at and below these, or undefined if they nest too deep. */
function descend(nodes: unknown[], childrenKey: string): unknown[] | undefined {
  const found: unknown[] = []
  let level = nodes
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return undefined
    for (const node of level) found.push(node)
    level = level.flatMap((node) => childrenOf(node, childrenKey))
  }
  return found
}

/** The groups or items in a node, if it has any, whatever it is. */
export function childrenOf(node: unknown, key: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const children: unknown = Object.getOwnPropertyDescriptor(node, key)?.value
  return Array.isArray(children) ? children : []
}
