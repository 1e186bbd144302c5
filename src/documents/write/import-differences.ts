import {
  ACTIONS,
  type Action,
  type Difference,
  type FieldDifference,
  toDifference,
} from '../../lib/differences.ts'
import { fromNames } from '../../lib/records.ts'

/** The kinds of objects that an import adds, changes and removes. */
export const OBJECT_KINDS = ['user', 'site', 'device', 'menu', 'group', 'item', 'key'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]

export type ImportDifference = Difference<ObjectKind>

export type DifferenceCounts = Readonly<Record<ObjectKind, Readonly<Record<Action, number>>>>

/** Reports a difference, before it is written. */
export type OnDifference = (difference: ImportDifference) => void

/** Counts that are all 0. */
export function zeroCounts(): Record<ObjectKind, Record<Action, number>> {
  return fromNames(OBJECT_KINDS, () => fromNames(ACTIONS, () => 0))
}

/** Returns the objects that are new or differ from the stored ones, and reports each difference. */
export function findDifferent<Wanted, Stored extends { readonly id: string }>(
  kind: ObjectKind,
  wanted: readonly Wanted[],
  identityOf: (one: Wanted) => { readonly id: string; readonly name: string },
  stored: readonly Stored[],
  differencesOf: (before: Stored, one: Wanted) => readonly FieldDifference[],
  onDifference: OnDifference,
): Wanted[] {
  const byId = new Map(stored.map((before) => [before.id, before]))
  return wanted.filter((one) => {
    const before = byId.get(identityOf(one).id)
    const difference = toDifference(kind, identityOf(one), before && differencesOf(before, one))
    if (difference) onDifference(difference)
    return difference !== undefined
  })
}
