import { readPriceText } from '../mapping/price-text.ts'
import { type Graph, type LdNode, literalOf, nodesIn } from './graph.ts'
import { termsIn } from './texts.ts'

/** Fields that only say between which prices a price is. */
export const LIMITS = ['lowPrice', 'highPrice', 'minPrice', 'maxPrice', 'priceRange']
/** Types of prices that nobody pays here, but that may be all that there is. */
const RECOMMENDED = /(?:List|MSRP|SRP|Invoice|MinimumAdvertised)(?:Price)?$/i
const STRUCK_OUT = /Strikethrough(?:Price)?$/i
/** What something else costs, such as the delivery. */
const CHARGE = /ChargeSpecification$/

/** The specifications of the price of an offer. Those that are recommended count only if there are no others. */
export function specificationsOf(offer: LdNode, graph: Graph): readonly LdNode[] {
  const own = nodesIn(offer, 'priceSpecification', graph).filter(
    (one) => !hasType(one, CHARGE) && !hasType(one, STRUCK_OUT),
  )
  const kept = own.filter((one) => !hasType(one, RECOMMENDED))
  return kept.length > 0 ? kept : own

  function hasType(one: LdNode, type: RegExp): boolean {
    return [...one.types, ...termsIn(one, 'priceType', graph)].some((text) => type.test(text))
  }
}

/** Whether a specification has another price than its offer. */
export function hasOtherPrice(specification: LdNode, offer: LdNode): boolean {
  const [amount, own] = [specification, offer].map(
    (one) => readPriceText(pricesIn(one, ['price'])[0])?.amount,
  )
  return typeof amount === 'number' && typeof own === 'number' && amount !== own
}

/** The texts and numbers in fields with prices. */
export function pricesIn(
  source: LdNode | undefined,
  names: readonly string[],
): readonly (string | number | boolean)[] {
  return names
    .flatMap((name) => source?.fields.get(name) ?? [])
    .flatMap((value) => literalOf(value) ?? [])
    .filter((value) => value !== '')
}
