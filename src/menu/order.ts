import type { Option } from './schema.ts'

/** The order of menus, in lists and among their groups in a response. */
export function byNameThenId(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return compare(a.name, b.name) || compare(a.id, b.id)
}

/** The order of select options. */
export function byLabelThenValue(a: Option, b: Option): number {
  return compare(a.label, b.label) || compare(a.value, b.value)
}

/** Compares by code unit, so that the order does not depend on the locale of a process or its database. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
