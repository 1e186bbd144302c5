import type { Group, GroupsEnvelope } from '../shared/feed/fields.ts'
import { withChildGroups, withChildItems } from '../shared/tree.ts'
import type { Parameters } from './parameters.ts'
import type { Words } from './words.ts'

const MAX_PRICE_DIGITS = 4

/** Formats the numbers of a board. */
export interface Formats {
  readonly price: (price: number) => string
  readonly calories: (calories: readonly number[]) => string
}

/** Creates the formats for a menu. All of its prices have the same decimals, so that they are aligned. */
export function formatsFor(
  { locale, currency }: Pick<Parameters, 'locale' | 'currency'>,
  { calories }: Words,
  { groups }: GroupsEnvelope,
): Formats {
  const isWhole = pricesOf(groups).every(Number.isInteger)
  const style = currency
    ? ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const)
    : { minimumFractionDigits: 2, maximumFractionDigits: MAX_PRICE_DIGITS }
  const prices = new Intl.NumberFormat(locale, isWhole ? { ...style, minimumFractionDigits: 0 } : style)
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  return {
    price: (price) => prices.format(price),
    calories: (values) => `${range(numbers, values)}\u00a0${calories}`,
  }
}

/** Formats a time of day, for the time of the last update. */
export function timeFormat(locale: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
  return (at) => format.format(at)
}

function range(numbers: Intl.NumberFormat, values: readonly number[]): string {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  if (min === max) return numbers.format(min)
  // Chromium formats ranges since version 106.
  return numbers.formatRange?.(min, max) ?? `${numbers.format(min)}–${numbers.format(max)}`
}

function pricesOf(groups: readonly Group[]): number[] {
  const items = withChildGroups(groups).flatMap(({ node }) => withChildItems(node.items))
  return items.flatMap(({ node }) => node.price ?? [])
}
