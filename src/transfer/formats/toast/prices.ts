import { showValue } from '../../errors.ts'
import { readPriceText } from '../mapping/price-text.ts'
import { asList, asObject, cleanText } from '../mapping/text.ts'
import type { Reason } from '../report.ts'
import type { ToastFile, ToastNode } from './node.ts'

/** Strategies whose price is in `price`, without rules. */
const FIXED: ReadonlySet<string> = new Set(['', 'NONE', 'BASE_PRICE', 'MENU_SPECIFIC_PRICE', 'GROUP_PRICE'])

/** Why something with this pricing strategy has no price. */
export function noFixedPrice(strategy: string): Reason {
  return `[item has|items have] no fixed price (${strategy})`
}

export function strategyOf({ fields }: ToastNode): string {
  return cleanText(fields['pricingStrategy'])
}

/**
 * The price of an item, or of a modifier or a size in its group. Where it depends on the time or on the order, it is the
 * price on which all rules agree; otherwise there is none, and that is reported.
 */
export function priceOf(node: ToastNode, name: string, file: ToastFile, group?: ToastNode): number | null {
  const strategy = strategyOf(node)
  const price = readPrice(node.fields['price'], `${node.place}/price`, name, file)
  if (strategy === 'OPEN_PRICE') {
    // Whoever sells it names the price: a price in the file, often 0, is none.
    file.report.lose(noFixedPrice(strategy), name)
    return null
  }
  if (strategy === '' || strategy === 'NONE' || strategy === 'BASE_PRICE')
    return price ?? groupPrice(node, name, file, group)
  if (FIXED.has(strategy) && price !== null) return price
  if (strategy === 'GROUP_PRICE' && group) return groupPrice(node, name, file, group)
  const rules = [...timePrices(node, name, file), ...sequencePrices(node, name, file)]
  const agreed = agreedPrice([price ?? rules[0], ...rules])
  if (agreed === null) file.report.lose(noFixedPrice(strategy), name)
  return agreed
}

/** A modifier without its own price may have one in the rules of its group, there by the size of that name. */
function groupPrice(node: ToastNode, name: string, file: ToastFile, group?: ToastNode): number | null {
  if (!group || FIXED.has(strategyOf(group))) return null
  const ofSize = sequencePrices(group, name, file, node)
  const agreed = agreedPrice(ofSize.length > 0 ? ofSize : sequencePrices(group, name, file))
  if (agreed === null) file.report.lose(noFixedPrice(strategyOf(group)), name)
  return agreed
}

/** The base price, which holds at other times, and the prices at some times. */
function timePrices({ fields, place }: ToastNode, name: string, file: ToastFile): (number | null)[] {
  const rules = asList(asObject(fields['pricingRules'])['timeSpecificPricingRules']).map(asObject)
  return rules.flatMap(({ timeSpecificPrice, basePrice }) => {
    const base = readPrice(basePrice, `${place}/pricingRules`, name, file)
    const timed = readPrice(timeSpecificPrice, `${place}/pricingRules`, name, file)
    return base === null ? [timed] : [base, timed]
  })
}

/** The prices by size and sequence, for one size or for all. */
function sequencePrices(
  { fields, place }: ToastNode,
  name: string,
  file: ToastFile,
  size?: ToastNode,
): (number | null)[] {
  return asList(asObject(fields['pricingRules'])['sizeSequencePricingRules'])
    .map(asObject)
    .filter((rule) => size === undefined || isOfSize(rule, size))
    .flatMap((rule) => asList(rule['sequencePrices']))
    .map((price) => readPrice(asObject(price)['price'], `${place}/pricingRules`, name, file))
}

function isOfSize(rule: Readonly<Record<string, unknown>>, { fields }: ToastNode): boolean {
  const guid = cleanText(rule['sizeGuid'])
  const name = cleanText(rule['sizeName'])
  return (
    (guid !== '' && guid === cleanText(fields['guid'])) || (name !== '' && name === cleanText(fields['name']))
  )
}

function agreedPrice(prices: readonly (number | null | undefined)[]): number | null {
  const [price, ...others] = new Set(prices)
  return others.length === 0 ? (price ?? null) : null
}

function readPrice(value: unknown, place: string, name: string, file: ToastFile): number | null {
  const { prices, report } = file
  if (value === null || value === undefined) return null
  if (readPriceText(value) !== undefined) return prices.read({ value }, { name, place }, report)
  report.errors.add(place, `must be a number or null, got ${showValue(value)}`)
  return null
}
