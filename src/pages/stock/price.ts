import { formatPrice } from '../../browser/format-values.ts'
import { MAX_PRICE } from '../../menu/amounts.ts'

export function describePrice(price: number | null): string {
  return price === null ? 'No price' : formatPrice(price)
}

/**
 * Reads a price that somebody wrote, with a decimal comma or point. More decimals than the old price has, and at least
 * two, are not accepted: `1,234` would be ambiguous.
 * @returns undefined if it is not a price that an item can have
 */
export function parseTypedPrice(text: string, old: number | null): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,10})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  const maxDecimals = Math.max(2, decimalsOf(old ?? 0))
  const price = Number(`${whole}.${decimals}`)
  return whole === '' || decimals.length > maxDecimals || price > MAX_PRICE ? undefined : price
}

export function decimalsOf(price: number): number {
  return `${price}`.split('.')[1]?.length ?? 0
}
