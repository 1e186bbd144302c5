import type { Option } from './schema.ts'

/** The order in which menus are listed and their groups answered. */
export function byNameThenId(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return compare(a.name, b.name) || compare(a.id, b.id)
}

/** The order of choices in a selector. */
export function byLabelThenValue(a: Option, b: Option): number {
  return compare(a.label, b.label) || compare(a.value, b.value)
}

/** By code unit: the same order in every process, whatever its language or that of its database. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
