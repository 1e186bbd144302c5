import { formatNumber } from '../lib/text/format-number.ts'

/** Higher than any real price, also in currencies with large numbers, such as rials and Lebanese pounds. */
export const MAX_PRICE = 1_000_000_000
export const MAX_CALORIES = 1_000_000

/** The rule that a price or calories break; undefined if they break none. */
export function rangeProblem(amount: number, maximum: number): string | undefined {
  if (amount < 0) return 'must be 0 or more'
  return amount > maximum ? `must be at most ${formatNumber(maximum)}` : undefined
}
