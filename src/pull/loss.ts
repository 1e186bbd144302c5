import type { Missing } from './branches.ts'

const SHOWN_PARENTS = 10

/** Sentences that say what of a menu was not shown; none if nothing is missing. */
export function describeLoss(
  { id, name }: { readonly id: string; readonly name: string },
  missing: readonly Missing[],
  address: string,
): string[] {
  if (missing.length === 0) return []
  const parents = missing.slice(0, SHOWN_PARENTS).map(({ parent, count, kind }) => {
    return `${count} ${kind}${count === 1 ? '' : 's'} in ${parent}`
  })
  const rest = missing.length > SHOWN_PARENTS ? `, and more in ${missing.length - SHOWN_PARENTS} others` : ''
  return [
    `Not everything in ${name} (${id}) was imported: ${address} does not show what nests deeper than its limit, ${parents.join(', ')}${rest}.`,
  ]
}
