import { readPriceText } from '../mapping/price-text.ts'
import type { WrittenPrice } from '../mapping/prices.ts'
import { type Exclusion, exclusionOf, isUnusual } from './customers.ts'
import { type LdNode, type LdValue, literalOf, nodesIn, targetOf, textIn, textOfValue } from './graph.ts'
import { quantityOf, sizeOf } from './quantities.ts'
import { cleanName, type ReadingContext } from './reading.ts'
import { isInStock } from './stock.ts'
import { termsIn } from './terms.ts'
import { textFor } from './texts.ts'

/** An offer of an item, before its price is read. */
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

const OTHER_PRICES = '[item has|items have] other prices beside the one that is read'
/** Types of prices that nobody pays here. */
const NOT_FOR_GUESTS = /(?:Strikethrough|List|MSRP|SRP|Invoice|MinimumAdvertised)(?:Price)?$/i

/** The offers of an item, those in an aggregate offer included. A price without an offer counts as one, too. */
export function readOffers(item: LdNode, itemName: string, reading: ReadingContext): readonly ItemOffer[] {
  const { graph, options, report } = reading
  const seen = new Set<LdNode>([item])
  const offers = (item.fields.get('offers') ?? []).flatMap((value) => offersOf(value, []))
  return offers.length === 0 && item.fields.has('price') ? [priced([item], item, '')] : offers

  /** @param above the offers that it is in */
  function offersOf(value: LdValue, above: readonly LdNode[]): readonly ItemOffer[] {
    const target = targetOf(value, 'offers', graph)
    if (target === undefined) return [literal(textOfValue(value), above)]
    if (seen.has(target)) return []
    seen.add(target)
    const path = [...above, target]
    const inner = target.fields.get('offers') ?? []
    return inner.length > 0 ? inner.flatMap((one) => offersOf(one, path)) : offerOf(target, path)
  }

  function offerOf(offer: LdNode, path: readonly LdNode[]): readonly ItemOffer[] {
    const name = nameOf(offer, itemName, reading)
    const specifications = withoutStruckOut(nodesIn(offer, 'priceSpecification', graph))
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

  /** Prices without those that are struck out or recommended, if there are others. */
  function withoutStruckOut(specifications: readonly LdNode[]): readonly LdNode[] {
    const kept = specifications.filter(
      (one) => !termsIn(one, 'priceType', graph).some((type) => NOT_FOR_GUESTS.test(type)),
    )
    return kept.length > 0 ? kept : specifications
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
    const [price] = pricesIn(source, ['price'])
    const limits = pricesIn(source, ['lowPrice', 'highPrice', 'minPrice', 'maxPrice'])
    const isExact = limits.length > 1 && new Set(limits.map(String)).size === 1
    const value = price ?? limits[0]
    return {
      id: path.at(-1)?.id ?? '',
      name,
      price:
        value === undefined ? undefined : { value, currency: currencyIn(source ? [...path, source] : path) },
      isRange: price === undefined && value !== undefined && !isExact,
      isNet: parts.some((part) => /^(?:false|no|0)$/i.test(textIn(part, 'valueAddedTaxIncluded'))),
      inStock: parts.every((part) => part === item || isInStock(part, itemName, reading)),
      exclusion: exclusionOf(name, parts, graph, options.nowMs),
      isUnusual: isUnusual(name, parts),
    }
  }
}

/** The currency of the innermost part that names one. */
function currencyIn(path: readonly LdNode[]): string {
  return path.map((part) => textIn(part, 'priceCurrency')).findLast((currency) => currency !== '') ?? ''
}

function hasOtherPrice(specification: LdNode, offer: LdNode): boolean {
  const [amount, own] = [specification, offer].map(
    (one) => readPriceText(pricesIn(one, ['price'])[0])?.amount,
  )
  return typeof amount === 'number' && typeof own === 'number' && amount !== own
}

function pricesIn(
  source: LdNode | undefined,
  names: readonly string[],
): readonly (string | number | boolean)[] {
  return names
    .flatMap((name) => source?.fields.get(name) ?? [])
    .flatMap((value) => literalOf(value) ?? [])
    .filter((value) => value !== '')
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
