/** More than anything costs, also in currencies with many zeros, such as rials and Lebanese pounds. */
export const MAX_PRICE = 1_000_000_000
export const MAX_CALORIES = 1_000_000

/** What is wrong with a price or with calories; undefined if nothing is. */
export function rangeProblem(amount: number, maximum: number): string | undefined {
  if (amount < 0) return 'must be 0 or more'
  return amount > maximum ? `must be at most ${maximum.toLocaleString('en')}` : undefined
}
