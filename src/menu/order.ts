/** Compares by code unit, so that the order does not depend on the locale of a process or its database. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
