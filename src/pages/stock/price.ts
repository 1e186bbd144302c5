import { formatPrice } from '../../browser/format-values.ts'

export function describePrice(price: number | null): string {
  return price === null ? 'No price' : formatPrice(price)
}

/**
 * Reads a price that somebody wrote, with a decimal comma or point. More decimals than the old price has, and at least
 * two, are not accepted: `1,234` would be ambiguous.
 * @returns undefined if it is not a price
 */
export function parseTypedPrice(text: string, old: number | null): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  const maxDecimals = Math.max(2, decimalsOf(old ?? 0))
  return whole === '' || decimals.length > maxDecimals ? undefined : Number(`${whole}.${decimals}`)
}

export function decimalsOf(price: number): number {
  return `${price}`.split('.')[1]?.length ?? 0
}
