import type { SourceItem } from '../mapping/source-menu.ts'
import { withVariants } from '../mapping/variants.ts'
import type { ItemOffer } from './offers.ts'
import { idOf, type ReadingContext } from './reading.ts'

const RANGE = '[item has|items have] no single price, but a range'
const NOT_FOR_GUESTS =
  '[price is|prices are] left out, because [it is|they are] not what guests in the house usually pay'
const WITHOUT_TAXES = '[price is|prices are] without taxes'
/** Guests never pay these. */
const HIDDEN = /\b(?:staff|employees?|wholesale|resellers?|personalpreis|mitarbeiter)\b/i
const ELSEWHERE =
  /\b(?:deliver(?:y|ed)|take[ -]?(?:away|out)|to[ -]go|pick[ -]?up|lieferung|mitnehmen|abholung|livraison|emporter|asporto|consegna|entrega|para llevar|happy[ -]?hour|members?|loyalty|students?|seniors?|studenten|studierende|mitglieder)\b/i
const NAMELESS =
  '[price is|prices are] left out, because [it is one of|they are among] several and [has|have] neither [name|names] nor [size|sizes]'

/** Gives an item the price of its offer, or child items where it has several. */
export function withOffers(
  item: SourceItem,
  offers: readonly ItemOffer[],
  place: string,
  reading: ReadingContext,
): SourceItem {
  const { prices, report } = reading
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

/** Without the prices that guests in the house do not usually pay, if there are others, and never with those for staff. */
function inTheHouse(offers: readonly ItemOffer[], itemName: string, { report }: ReadingContext) {
  const ofGuests = offers.filter(({ name }) => !HIDDEN.test(name))
  const usual = ofGuests.filter(({ name }) => !ELSEWHERE.test(name))
  const kept = usual.length > 0 ? usual : ofGuests
  for (const offer of offers)
    if (!kept.includes(offer)) report.lose(NOT_FOR_GUESTS, `${itemName} > ${offer.name}`)
  return kept
}

function variantOf(
  { id, name, price, isRange, isNet, inStock }: ItemOffer,
  itemName: string,
  place: string,
  { prices, report }: ReadingContext,
): SourceItem {
  const fullName = name === '' ? itemName : `${itemName} > ${name}`
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
