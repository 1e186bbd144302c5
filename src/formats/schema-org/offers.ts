import { showValue } from '../../documents/import-error.ts'
import { type ParsedPrice, type Prices, parsePrice } from '../shared/prices.ts'
import { noPriceIn } from '../shared/report-texts.ts'
import type { SourceItem } from '../shared/source-menu.ts'
import { isNameless } from '../shared/variants.ts'
import { vocabulary } from '../words/words.ts'
import { refuseDoubtfulThing } from './doubtful-things.ts'
import { lastingId } from './graph.ts'
import {
  certainValues,
  type NamedThing,
  partsIn,
  type SchemaOrgContext,
  type ThingWithAncestors,
  termsIn,
  textIn,
} from './property-values.ts'

/** Whether something is in stock, by its availability in lower case. */
const IN_STOCK: ReadonlyMap<string, boolean> = new Map([
  ...['instock', 'instoreonly', 'limitedavailability'].map((name) => [name, true] as const),
  ...['outofstock', 'soldout', 'discontinued'].map((name) => [name, false] as const),
])

const SIZES = vocabulary('sizes')
const MEASURE = /^\d{1,4}(?:[.,/]\d{1,3})? ?(?:ml|cl|dl|l|g|kg|oz|pt|cm)$/i

interface Offer extends ThingWithAncestors {
  readonly price: ParsedPrice
  readonly inStock: boolean
}

/** The offers of an item, one with its price or one for each size, and whether it is in stock. */
export function readOffers(item: NamedThing, context: SchemaOrgContext) {
  const { options, prices, report } = context
  const offers = partsIn(item, 'offers', context).map((offer) => {
    refuseDoubtfulThing(offer, 'Offer')
    return { ...offer, price: priceOf(offer), inStock: isInStock(offer) }
  })
  const chosen = offers.filter(({ price }) => prices.mayBeInWantedCurrency(price))
  if (chosen.length === 0 && offers.length > 0) report.addLoss(noPriceIn(options.currency), item.name)
  const sizes = chosen.map((offer) => toSize(offer, item, chosen.length > 1, prices))
  const names = sizes.flatMap(({ name }) => name || [])
  if (new Set(names).size < names.length)
    report.errors.add(item.place, 'must not have several offers of one name')
  // Without a price in the wanted currency, the other offers still say whether the item is in stock.
  const known = chosen.length > 0 ? chosen : offers
  return { sizes, inStock: known.length === 0 || known.some(({ inStock }) => inStock) }
}

function toSize(offer: Offer, item: NamedThing, isOneOfSeveral: boolean, prices: Prices): SourceItem {
  const name = textIn(offer, 'name')
  const isCertain = isSize(name) || (isNameless(name) ? !isOneOfSeveral || name !== '' : name === item.name)
  if (!isCertain)
    offer.errors.add(
      offer.place,
      `must have the name of a size, such as Small or 0.3 l, got ${showValue(name)}`,
    )
  const price = prices.readAmount(offer.price, item.name, offer.place)
  return { sourceId: lastingId(offer.thing), name, price, inStock: offer.inStock, items: [] }
}

function priceOf(offer: ThingWithAncestors): ParsedPrice {
  const [value, ...others] = certainValues(offer, 'price')
  if (others.length > 0) offer.errors.add(offer.place, 'must have one price')
  return parsePrice({ value, currency: textIn(offer, 'priceCurrency') })
}

function isInStock(offer: ThingWithAncestors): boolean {
  const [term = 'InStock', ...others] = termsIn(offer, 'availability')
  const isIn = IN_STOCK.get(term.replace(/[\s_-]/g, '').toLowerCase())
  if (isIn === undefined || others.length > 0)
    offer.errors.add(
      offer.place,
      `must have one availability that is certain, such as InStock or OutOfStock, got ${showValue([term, ...others].join(', '))}`,
    )
  return isIn ?? true
}

function isSize(text: string): boolean {
  return MEASURE.test(text) || text.split(' ').every((word) => SIZES.has(word.toLowerCase()))
}
