import { recordOf } from '../../lib/fields.ts'
import type { Difference } from '../../lib/flow/differences.ts'

/** What an import adds, changes and removes. */
export const KINDS = ['user', 'site', 'device', 'menu', 'group', 'item', 'key'] as const
export type Kind = (typeof KINDS)[number]
export const ACTIONS = ['added', 'changed', 'removed'] as const
export type Action = (typeof ACTIONS)[number]

/** What an import changes of one thing. */
export type ImportDifference = Difference<Kind>

export type DifferenceCounts = Readonly<Record<Kind, Readonly<Record<Action, number>>>>

/** The counts of an import that changes nothing. */
export function noDifferences(): Record<Kind, Record<Action, number>> {
  return recordOf(KINDS, () => recordOf(ACTIONS, () => 0))
}

/** Those of some things that are new or differ from what is stored. The context is told of each. */
export function findDifferent<Wanted>(
  wanted: readonly Wanted[],
  differenceOf: (one: Wanted) => ImportDifference | undefined,
  { onDifference }: { readonly onDifference: (difference: ImportDifference) => void },
): Wanted[] {
  return wanted.filter((one) => {
    const difference = differenceOf(one)
    if (difference) onDifference(difference)
    return difference !== undefined
  })
}
