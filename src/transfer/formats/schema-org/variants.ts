import { labelOf } from '../mapping/name-lists.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { withVariants } from '../mapping/variants.ts'
import { NOT_FOR_GUESTS } from './customers.ts'
import type { ItemOffer } from './offers.ts'
import { idOf, type ReadingContext } from './reading.ts'

const RANGE = '[item has|items have] no single price, but a range'
const WITHOUT_TAXES = '[price is|prices are] without taxes'
const NAMELESS =
  '[price is|prices are] left out, because [it is one of|they are among] several and [has|have] neither [name|names] nor [size|sizes]'

/** Gives an item the price of its offer, or child items where it has several. */
export function withOffers(
  item: SourceItem,
  all: readonly ItemOffer[],
  place: string,
  reading: ReadingContext,
): SourceItem {
  const { prices, report } = reading
  const offers = forGuests(all, item.name, reading)
  const inStock = item.inStock && (offers.length === 0 || offers.some((offer) => offer.inStock))
  const chosen = offers.filter(({ price }) => price && prices.isChosen(price))
  const [price] = offers.flatMap((offer) => offer.price ?? [])
  if (price !== undefined && chosen.length === 0) report.lose(prices.reasonToLose(price), item.name)
  const variants = distinct(
    inTheHouse(chosen, item.name, reading).map((offer) => variantOf(offer, item.name, place, reading)),
  )
  return withVariants(
    { ...item, inStock },
    variants.length === 1 ? variants : named(variants, item.name, reading),
  )
}

/** Without prices that guests never pay, or not today. */
function forGuests(offers: readonly ItemOffer[], itemName: string, { report }: ReadingContext) {
  for (const { name, price, exclusion } of offers) {
    if (exclusion === undefined || price === undefined) continue
    const fullName = fullNameOf(itemName, name)
    const { reason, written } = exclusion
    report.lose(reason, written === '' ? fullName : labelOf({ name: fullName }, written))
  }
  return offers.filter(({ exclusion }) => exclusion === undefined)
}

/** Without the prices that guests in the house do not usually pay, if there are others. */
function inTheHouse(offers: readonly ItemOffer[], itemName: string, { report }: ReadingContext) {
  const usual = offers.filter((offer) => !offer.isUnusual)
  const kept = usual.length > 0 ? usual : offers
  for (const offer of offers)
    if (!kept.includes(offer)) report.lose(NOT_FOR_GUESTS, fullNameOf(itemName, offer.name))
  return kept
}

function fullNameOf(itemName: string, name: string): string {
  return name === '' ? itemName : `${itemName} > ${name}`
}

function variantOf(
  { id, name, price, isRange, isNet, inStock }: ItemOffer,
  itemName: string,
  place: string,
  { prices, report }: ReadingContext,
): SourceItem {
  const fullName = fullNameOf(itemName, name)
  if (isRange) report.lose(RANGE, fullName)
  if (isNet) report.lose(WITHOUT_TAXES, fullName)
  const amount = isRange || !price ? null : prices.read(price, { name: fullName, place }, report)
  return { items: [], sourceId: idOf({ id }), name, price: amount, inStock }
}

/** Without those that say the same again, as an offer for delivery does. They are in stock if any of them is. */
function distinct(variants: readonly SourceItem[]): SourceItem[] {
  const found = new Map<string, SourceItem>()
  for (const variant of variants) {
    const key = JSON.stringify([variant.name, variant.price])
    const same = found.get(key)
    found.set(key, same ? { ...same, inStock: same.inStock || variant.inStock } : variant)
  }
  return [...found.values()]
}

/** Nobody could tell prices without names from each other. */
function named(variants: readonly SourceItem[], itemName: string, { report }: ReadingContext): SourceItem[] {
  for (const { name, price } of variants) if (name === '') report.lose(NAMELESS, `${itemName} (${price})`)
  return variants.filter(({ name }) => name !== '')
}
