import type { FormatOptions } from '../format.ts'
import { Budget } from '../mapping/reading.ts'
import type { ConversionReport } from '../report.ts'
import type { Catalog } from './catalog.ts'
import { isAt } from './locations.ts'
import type { CatalogObject } from './objects.ts'

export type Conversion = ReturnType<typeof createConversion>

/** What the parts of one conversion share. */
export function createConversion(catalog: Catalog, options: FormatOptions, report: ConversionReport) {
  const { locationId } = options
  return {
    catalog,
    options,
    report,
    /** For what is on the menu in several places. */
    budget: new Budget(),
    keeps: createFilter(locationId, report),

    /** The id of an object in the menu. With a location it has that in it, since each location has its own menu. */
    sourceIdOf({ id = '' }: CatalogObject): string | undefined {
      const own = id.replace(/^#/, '')
      if (own === '') return undefined
      return locationId === undefined ? own : `${locationId}/${own}`
    },
  }
}

/** What the report calls objects of a type. */
const NOUNS: Readonly<Record<string, string>> = {
  ITEM: '[item|items]',
  ITEM_VARIATION: '[variation|variations]',
  CATEGORY: '[category|categories]',
  MODIFIER_LIST: 'modifier [list|lists]',
  MODIFIER: '[modifier|modifiers]',
}

/**
 * Makes a function that tells whether an object is on the menu. It reports an object that is not, but only once: several
 * items may have it.
 */
function createFilter(
  locationId: string | undefined,
  report: ConversionReport,
): (object: CatalogObject) => boolean {
  const decided = new Map<CatalogObject, boolean>()
  return (object) => {
    const known = decided.get(object)
    if (known !== undefined) return known
    const cause = whyNot(object, locationId)
    const noun = NOUNS[object.type] ?? '[object|objects]'
    if (cause !== undefined) report.skip(`${noun} [is|are] left out, because [it is|they are] ${cause}`)
    decided.set(object, cause === undefined)
    return cause === undefined
  }
}

function whyNot(object: CatalogObject, locationId: string | undefined): string | undefined {
  const { fields, data } = object
  const has = (field: string, value: unknown) => fields[field] === value || data[field] === value
  if (has('is_deleted', true)) return 'deleted'
  if (has('is_archived', true)) return 'archived'
  if (has('ecom_visibility', 'HIDDEN')) return 'hidden'
  if (has('sellable', false)) return 'not sellable'
  if (has('product_type', 'GIFT_CARD')) return '[a gift card|gift cards]'
  if (isAt(object, locationId)) return undefined
  return locationId === undefined ? 'not at all locations' : `not at the location ${locationId}`
}
