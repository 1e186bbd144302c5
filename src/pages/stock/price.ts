import { formatPrice } from '../../browser/format-values.ts'
import { choicesOf, type Entry } from './entries.ts'

/** A price that can be changed. */
export interface PriceTarget {
  /** The entry that shows the price. */
  readonly entry: Entry
  readonly price: number | null
}

/** Lists the prices of an item and of its choices. A price that an item shares with a choice is listed only for the choice. */
export function pricesOf(entry: Entry): PriceTarget[] {
  const own = ownPriceOf(entry)
  const priced = choicesOf(entry)
    .map(ownPriceOf)
    .filter(({ price }) => price !== null)
  if (priced.length === 0) return [own]
  const isShown = own.price !== null && entry.item.items.every(({ price }) => price !== own.price)
  return isShown ? [own, ...priced] : priced
}

export function ownPriceOf(entry: Entry): PriceTarget {
  return { entry, price: entry.item.price }
}

/** Lists the prices of an item in a list, without the prices of extras, which are added to its own. */
export function mainPricesOf(entry: Entry): PriceTarget[] {
  const prices = pricesOf(entry)
  const own = prices.filter((target) => target.entry.item === entry.item)
  return own.length > 0 ? own : prices
}

/** Formats prices as one: `6.50`, `3.60–4.30` or `No price`. */
export function describePrices(prices: readonly (number | null)[]): string {
  const known = prices.filter((price) => price !== null)
  if (known.length === 0) return 'No price'
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatPrice)
  return least === most ? `${least}` : `${least}–${most}`
}

/**
 * Reads a price that somebody wrote, with a decimal comma or point. More decimals than the old price has, and at least
 * two, are not accepted: `1,234` would be ambiguous.
 * @returns undefined if it is not a price
 */
export function parsePrice(text: string, old: number | null): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  const most = Math.max(2, decimalsOf(old ?? 0))
  return whole === '' || decimals.length > most ? undefined : Number(`${whole}.${decimals}`)
}

export function decimalsOf(price: number): number {
  return `${price}`.split('.')[1]?.length ?? 0
}
