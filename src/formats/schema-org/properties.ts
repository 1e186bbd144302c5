import type { ImportErrors } from '../../documents/document-error.ts'
import { cut } from '../../lib/text/cut-to.ts'
import { listNames } from '../../lib/text/list-names.ts'
import { AS_SPREADSHEET } from '../mapping/advice.ts'
import { mayMatter, refuseFields } from '../mapping/unknown-fields.ts'
import type { Thing } from './graph.ts'

export type Kind = 'Menu' | 'MenuSection' | 'MenuItem' | 'Offer' | 'NutritionInformation'

interface Rules {
  /** The properties that are read, or that do not matter, although their names suggest that they do. */
  readonly known: ReadonlySet<string>
  /** Tells which other properties are refused; by default those whose names suggest that they matter. */
  readonly matters?: (name: string) => boolean
}

const PARTS = new Set(['hasMenuSection', 'hasMenuItem', 'itemListElement', 'offers', 'datePublished'])
/** An item is also refused if it has one of these, because its sizes, allergens or diets may be there. */
const OF_ITEMS_TOO = new Set([...PARTS, 'additionalProperty'])

const RULES: Readonly<Record<Kind, Rules>> = {
  Menu: { known: PARTS },
  MenuSection: { known: PARTS },
  MenuItem: {
    known: new Set(['offers', 'nutrition', 'suitableForDiet', 'allergens', 'menuAddOn', 'datePublished']),
    matters: (name) => mayMatter(name) || OF_ITEMS_TOO.has(name),
  },
  Offer: {
    known: new Set([
      ...['name', 'price', 'priceCurrency', 'availability', 'description', 'seller', 'offeredBy', 'category'],
      ...[
        'url',
        'image',
        'sameAs',
        'identifier',
        'mainEntityOfPage',
        'potentialAction',
        'itemCondition',
        'sku',
      ],
    ]),
    matters: () => true,
  },
  NutritionInformation: { known: new Set(['calories', 'servingSize']) },
}
const SHOWN_NAMES = 10

/** Refuses a thing with an uncertain property that matters. @param place where it is */
export function checkThing(thing: Thing, kind: Kind, place: string, errors: ImportErrors): void {
  const { types, properties } = thing
  const { known, matters } = RULES[kind]
  if (types.size > 0 && !types.has(kind)) errors.add(place, `must be of the type ${kind}, got ${list(types)}`)
  refuseContradictions(thing, thing.contradictions, place, errors)
  refuseFields(properties, known, place, errors, matters)
}

/** Refuses the owner of a menu if its name or its menu is not certain. */
export function checkOwner(thing: Thing, place: string, errors: ImportErrors): void {
  const differing = ['name', 'hasMenu', 'menu'].filter((name) => thing.contradictions.has(name))
  refuseContradictions(thing, differing, place, errors)
}

function refuseContradictions(
  { id }: Thing,
  differing: Iterable<string>,
  place: string,
  errors: ImportErrors,
): void {
  const names = list(differing)
  if (names === '') return
  errors.add(
    place,
    `must not have the @id of others, but several objects with the @id ${cut(id)} differ (${names}): give each an @id of its own, or ${AS_SPREADSHEET}`,
  )
}

function list(names: Iterable<string>): string {
  return listNames([...names], SHOWN_NAMES)
}
