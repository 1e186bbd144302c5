import type { WrittenPrice } from '../mapping/prices.ts'
import { cleanText } from '../mapping/text.ts'
import {
  type Graph,
  isNode,
  type LdNode,
  type LdValue,
  literalOf,
  nodesIn,
  targetOf,
  textIn,
  textOfValue,
} from './graph.ts'
import { quantityOf, sizeOf } from './quantities.ts'
import { cleanName } from './reading.ts'

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
}

/** Availabilities that mean that something is not in stock, in lower case and without separators. */
const NOT_IN_STOCK: ReadonlySet<string> = new Set(['outofstock', 'soldout', 'discontinued'])

/** Types of prices that nobody pays here. */
const NOT_FOR_GUESTS = /(?:Strikethrough|List|MSRP|SRP|Invoice|MinimumAdvertised)(?:Price)?$/i

/** The offers of an item, those in an aggregate offer included. A price without an offer counts as one, too. */
export function readOffers(item: LdNode, graph: Graph): readonly ItemOffer[] {
  const itemName = cleanName(textIn(item, 'name'))
  const seen = new Set<LdNode>([item])
  const offers = (item.fields.get('offers') ?? []).flatMap((value) => offersOf(value, ''))
  return offers.length === 0 && item.fields.has('price') ? [priced(item, item, '', '')] : offers

  function offersOf(value: LdValue, currency: string): readonly ItemOffer[] {
    const target = targetOf(value, 'offers', graph)
    if (target === undefined) return [literal(textOfValue(value), currency)]
    if (seen.has(target)) return []
    seen.add(target)
    const ownCurrency = textIn(target, 'priceCurrency') || currency
    const inner = target.fields.get('offers') ?? []
    if (inner.length > 0) return inner.flatMap((one) => offersOf(one, ownCurrency))
    return offerOf(target, ownCurrency)
  }

  function offerOf(offer: LdNode, currency: string): readonly ItemOffer[] {
    const name = nameOf(offer, itemName, graph)
    const specifications = forGuests(nodesIn(offer, 'priceSpecification', graph))
    const [only] = specifications.length === 1 ? specifications : []
    const ownName = (specification: LdNode) => nameOf(specification, itemName, graph)
    if (offer.fields.has('price') || specifications.length === 0)
      return [priced(offer, offer, name || (only ? ownName(only) : ''), currency)]
    return specifications.map((specification) => {
      const wanted = only ? name || ownName(only) : ownName(specification) || name
      return priced(offer, specification, wanted, textIn(specification, 'priceCurrency') || currency)
    })
  }

  function literal(value: string, currency: string): ItemOffer {
    return { id: '', name: '', price: { value, currency }, isRange: false, isNet: false, inStock: true }
  }
}

/** Prices without those that are struck out or recommended, if there are others. */
function forGuests(specifications: readonly LdNode[]): readonly LdNode[] {
  const kept = specifications.filter((one) => !NOT_FOR_GUESTS.test(textIn(one, 'priceType') || typeIdOf(one)))
  return kept.length > 0 ? kept : specifications
}

function typeIdOf({ fields }: LdNode): string {
  const [type] = fields.get('priceType') ?? []
  return type !== undefined && isNode(type) ? type.id : ''
}

function priced(offer: LdNode, source: LdNode, name: string, currency: string): ItemOffer {
  const [price] = pricesIn(source, ['price'])
  const limits = pricesIn(source, ['lowPrice', 'highPrice', 'minPrice', 'maxPrice'])
  const isExact = limits.length > 1 && new Set(limits.map(String)).size === 1
  const value = price ?? limits[0]
  return {
    id: offer.id,
    name,
    price: value === undefined ? undefined : { value, currency: currency || textIn(source, 'priceCurrency') },
    isRange: price === undefined && value !== undefined && !isExact,
    isNet: /^(?:false|no|0)$/i.test(
      textIn(source, 'valueAddedTaxIncluded') || textIn(offer, 'valueAddedTaxIncluded'),
    ),
    inStock: isInStock(offer),
  }
}

function pricesIn({ fields }: LdNode, names: readonly string[]): readonly (string | number | boolean)[] {
  return names
    .flatMap((name) => fields.get(name) ?? [])
    .flatMap((value) => literalOf(value) ?? [])
    .filter((value) => value !== '')
}

/** Whether nothing says that an offer or an item is not in stock. */
export function isInStock({ fields }: LdNode): boolean {
  return !(fields.get('availability') ?? []).some((value) => {
    const text = isNode(value) ? value.id || textIn(value, 'name') : textOfValue(value)
    const name = cleanText(text).replace(/^.*[/#:]/, '')
    return NOT_IN_STOCK.has(name.replace(/[\s_-]/g, '').toLowerCase())
  })
}

/** The name of an offer or of its price; of quantities, that for which the price is. */
function nameOf(offer: LdNode, itemName: string, graph: Graph): string {
  const [offered] = nodesIn(offer, 'itemOffered', graph)
  const names = [
    textIn(offer, 'name'),
    textIn(offered, 'name'),
    ...[offer, offered].map(sizeIn),
    quantityOf(offer, graph),
  ]
  return names.map(cleanName).find((name) => name !== '' && name !== itemName) ?? ''

  function sizeIn(node: LdNode | undefined): string {
    return node ? sizeOf(node, 'size', graph) : ''
  }
}
