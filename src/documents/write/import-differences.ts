import {
  ACTIONS,
  type Action,
  type Difference,
  type FieldDifference,
  toDifference,
} from '../../lib/differences.ts'
import { fromNames } from '../../lib/records.ts'
import type { WriteOptions } from '../../menu/write/write-menus.ts'

/** The kinds of objects that an import adds, changes and removes. */
export const KINDS = ['user', 'site', 'device', 'menu', 'group', 'item', 'key'] as const
export type Kind = (typeof KINDS)[number]

export type ImportDifference = Difference<Kind>

export type DifferenceCounts = Readonly<Record<Kind, Readonly<Record<Action, number>>>>

/** What the statements of an import need. */
export interface ImportWriting extends WriteOptions {
  readonly onDifference: (difference: ImportDifference) => void
}

/** The counts of an import that changes nothing. */
export function noDifferences(): Record<Kind, Record<Action, number>> {
  return fromNames(KINDS, () => fromNames(ACTIONS, () => 0))
}

/** Returns the objects that are new or differ from the stored ones, and reports each difference. */
export function findDifferent<Wanted, Stored extends { readonly id: string }>(
  kind: Kind,
  wanted: readonly Wanted[],
  named: (one: Wanted) => { readonly id: string; readonly name: string },
  stored: readonly Stored[],
  fieldsOf: (before: Stored, one: Wanted) => readonly FieldDifference[],
  { onDifference }: ImportWriting,
): Wanted[] {
  const byId = new Map(stored.map((before) => [before.id, before]))
  return wanted.filter((one) => {
    const before = byId.get(named(one).id)
    const difference = toDifference(kind, named(one), before && fieldsOf(before, one))
    if (difference) onDifference(difference)
    return difference !== undefined
  })
}
