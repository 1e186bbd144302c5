import type { ReadingContext } from '../shared/reading-context.ts'
import { refuseNonBooleans } from '../shared/refuse-fields.ts'
import { type Catalog, type CatalogObject, placeOf } from './catalog.ts'
import { objectsOf } from './json-values.ts'
import { isAt } from './locations.ts'

/** The context for reading any part of a catalog. */
export interface SquareContext extends ReadingContext {
  readonly catalog: Catalog
  /** Selects the objects that are on the menu, and counts the others in the report. */
  selectOnMenu(objects: readonly CatalogObject[]): readonly CatalogObject[]
  sourceIdOf(object: CatalogObject): string | undefined
}

export function newSquareContext(catalog: Catalog, context: ReadingContext): SquareContext {
  const { options, report } = context
  const { locationId } = options
  return { ...context, catalog, selectOnMenu, sourceIdOf }

  function selectOnMenu(objects: readonly CatalogObject[]): readonly CatalogObject[] {
    return objects.filter((object) => {
      const { fields, data, type } = object
      const parts = [fields, data, ...objectsOf(data['location_overrides'])]
      refuseNonBooleans(parts, FLAGS, placeOf(object), report.errors)
      const reason = reasonLeftOut(object, locationId)
      const noun = type.toLowerCase().replace('item_', '')
      const nouns = `[${noun}|${noun.replace(/y$/, 'ie')}s]`
      if (reason !== undefined)
        report.addNote(`${nouns} [is|are] left out, because [it is|they are] ${reason}`)
      return reason === undefined
    })
  }

  /** The id of an object in the menu. It contains the location if one is given, because each location has its own menu. */
  function sourceIdOf({ id = '' }: CatalogObject): string | undefined {
    const own = id.replace(/^#/, '')
    if (own === '') return undefined
    return locationId === undefined ? own : `${locationId}/${own}`
  }
}

const FLAGS = ['is_deleted', 'is_archived', 'present_at_all_locations', 'sellable', 'sold_out']

function reasonLeftOut(object: CatalogObject, locationId: string | undefined): string | undefined {
  const { fields, data } = object
  const has = (field: string, value: unknown) => fields[field] === value || data[field] === value
  if (has('is_deleted', true)) return 'deleted'
  if (has('is_archived', true)) return 'archived'
  if (has('ecom_visibility', 'HIDDEN')) return 'hidden'
  if (has('sellable', false)) return 'not sellable'
  if (has('product_type', 'GIFT_CARD')) return '[a gift card|gift cards]'
  // A category is wherever its items are.
  if (object.type === 'CATEGORY' || isAt(object, locationId)) return undefined
  return locationId === undefined ? 'not at all locations' : `not at the location ${locationId}`
}
