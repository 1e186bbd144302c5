import { listNames, MAX_SHOWN_NAMES } from '../../lib/text/list-names.ts'
import { mayMatter, refuseFields } from '../shared/refuse-fields.ts'
import type { PlacedThing } from './graph.ts'

export type Kind = 'Menu' | 'MenuSection' | 'MenuItem' | 'Offer' | 'NutritionInformation'

const KNOWN_OF_LISTS = new Set(['hasMenuSection', 'hasMenuItem', 'offers', 'datePublished'])
/** The properties that are read, or that do not matter, although their names suggest that they do. */
const KNOWN_PROPERTIES: Readonly<Record<Kind, ReadonlySet<string>>> = {
  Menu: KNOWN_OF_LISTS,
  MenuSection: KNOWN_OF_LISTS,
  MenuItem: new Set(['offers', 'nutrition', 'suitableForDiet', 'allergens', 'menuAddOn', 'datePublished']),
  // biome-ignore format: a few lines
  Offer: new Set([
    'name', 'price', 'priceCurrency', 'availability', 'description', 'seller', 'offeredBy', 'category', 'url',
    'image', 'sameAs', 'identifier', 'mainEntityOfPage', 'potentialAction', 'itemCondition', 'sku',
  ]),
  NutritionInformation: new Set(['calories', 'servingSize']),
}
/** Properties that may have items, sizes, allergens or diets, although their names do not suggest that. */
const CONTAINERS = new Set(['hasMenuSection', 'hasMenuItem', 'itemListElement', 'additionalProperty'])

/** Refuses a thing of another type, or with a property that may matter and is not read. */
export function refuseDoubtfulThing(
  { thing: { types, properties }, place, errors }: PlacedThing,
  kind: Kind,
): void {
  // All properties of an offer may matter: they may limit its price to some guests or times.
  const matters = (name: string) => kind === 'Offer' || CONTAINERS.has(name) || mayMatter(name)
  if (types.size > 0 && !types.has(kind))
    errors.add(place, `must be of the type ${kind}, got ${listNames([...types], MAX_SHOWN_NAMES)}`)
  refuseFields(properties, KNOWN_PROPERTIES[kind], place, errors, matters)
}
