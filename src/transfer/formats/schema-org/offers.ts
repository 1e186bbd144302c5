import type { WrittenPrice } from '../mapping/prices.ts'
import { type Exclusion, exclusionOf, isUnusual } from './customers.ts'
import { type LdNode, type LdValue, nodesIn, targetOf, textIn, textOfValue } from './graph.ts'
import { quantityOf, sizeOf } from './quantities.ts'
import { cleanName, type ReadingContext } from './reading.ts'
import { hasOtherPrice, LIMITS, pricesIn, specificationsOf } from './specifications.ts'
import { isInStock } from './stock.ts'
import { textFor } from './texts.ts'

export interface ItemOffer {
  readonly id: string
  /** Its own name or size; empty if it has neither. */
  readonly name: string
  /** Undefined if the offer has none. */
  readonly price: WrittenPrice | undefined
  /** Whether it only says between which prices the price is. */
  readonly isRange: boolean
  /** Whether taxes are added to the price. */
  readonly isNet: boolean
  readonly inStock: boolean
  /** Why the price is never read; undefined if it is. */
  readonly exclusion: Exclusion | undefined
  /** Whether another price is read instead, if there is one. */
  readonly isUnusual: boolean
}

const VARIANTS = '[item loses its|items lose their] variants: write them as offers with names'
const OTHER_PRICES = '[item has|items have] other prices beside the one that is read'
/** The offers of an item, those in an aggregate offer included. A price without an offer counts as one, too. */
export function readOffers(item: LdNode, itemName: string, reading: ReadingContext): readonly ItemOffer[] {
  const { graph, options, report } = reading
  const seen = new Set<LdNode>([item])
  const offers = (item.fields.get('offers') ?? []).flatMap((value) => offersOf(value, []))
  if (item.fields.has('hasVariant')) report.lose(VARIANTS, itemName)
  const hasOwn = ['price', 'priceSpecification', ...LIMITS].some((field) => item.fields.has(field))
  return offers.length === 0 && hasOwn ? offerOf(item, [item], '') : offers

  /** @param above the offers that it is in */
  function offersOf(value: LdValue, above: readonly LdNode[]): readonly ItemOffer[] {
    const target = targetOf(value, 'offers', graph)
    if (target === undefined) return [literal(textOfValue(value), above)]
    if (seen.has(target)) return []
    seen.add(target)
    const path = [...above, target]
    const inner = target.fields.get('offers') ?? []
    return inner.length > 0
      ? inner.flatMap((one) => offersOf(one, path))
      : offerOf(target, path, nameOf(target, itemName, reading))
  }

  function offerOf(offer: LdNode, path: readonly LdNode[], name: string): readonly ItemOffer[] {
    const specifications = specificationsOf(offer, graph)
    const [only] = specifications.length === 1 ? specifications : []
    const ownName = (specification: LdNode) => nameOf(specification, itemName, reading)
    if (offer.fields.has('price') || specifications.length === 0) {
      if (specifications.some((one) => hasOtherPrice(one, offer))) report.lose(OTHER_PRICES, itemName)
      return [priced(path, offer, name || (only ? ownName(only) : ''), only)]
    }
    return specifications.map((specification) =>
      priced(path, specification, only ? name || ownName(only) : ownName(specification) || name),
    )
  }

  function literal(value: string, above: readonly LdNode[]): ItemOffer {
    return { ...priced(above, undefined, ''), price: { value, currency: currencyIn(above) } }
  }

  /**
   * @param path the offers that a price is in
   * @param source the part that has it: the last of these, or a specification of it
   * @param details another part that says more about it
   */
  function priced(
    path: readonly LdNode[],
    source: LdNode | undefined,
    name: string,
    details = source,
  ): ItemOffer {
    const parts = [...new Set([...path, source, details])].filter((part) => part !== undefined)
    const [money] = source ? nodesIn(source, 'price', graph) : []
    const prices = [...pricesIn(source, ['price']), ...pricesIn(money, ['value', 'price'])]
    const limits = pricesIn(source, LIMITS)
    const [value] = [...prices, ...limits]
    const isOne = prices.length > 0 ? areOne(prices) : limits.length > 1 && areOne(limits)
    const currency = textIn(money, 'currency') || currencyIn(source ? [...path, source] : path)
    return {
      id: path.at(-1)?.id ?? '',
      name,
      price: value === undefined ? undefined : { value, currency },
      isRange: value !== undefined && !isOne,
      isNet: parts.some((part) => /^(?:false|no|0)$/i.test(textIn(part, 'valueAddedTaxIncluded'))),
      inStock: parts.every((part) => part === item || isInStock(part, itemName, reading)),
      exclusion: exclusionOf(name, parts, graph, options.nowMs),
      isUnusual: isUnusual(name, parts),
    }
  }
}

function areOne(prices: readonly (string | number | boolean)[]): boolean {
  return new Set(prices.map(String)).size === 1
}

/** The currency of the innermost part that names one. */
function currencyIn(path: readonly LdNode[]): string {
  return path.map((part) => textIn(part, 'priceCurrency')).findLast((currency) => currency !== '') ?? ''
}

/** The name of an offer or of its price; of quantities, that for which the price is. */
function nameOf(offer: LdNode, itemName: string, reading: ReadingContext): string {
  const { graph } = reading
  const [offered] = nodesIn(offer, 'itemOffered', graph)
  const names = [
    textFor(offer, 'name', reading),
    textFor(offered, 'name', reading),
    ...[offer, offered].map((node) => (node ? sizeOf(node, 'size', graph) : '')),
    quantityOf(offer, graph),
  ]
  return names.map(cleanName).find((name) => name !== '' && name !== itemName) ?? ''
}
