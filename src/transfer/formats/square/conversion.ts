import type { FormatOptions } from '../format.ts'
import type { Reason, Report } from '../report.ts'
import type { Catalog } from './catalog.ts'
import { isAt } from './locations.ts'
import type { CatalogObject } from './objects.ts'

/** What the parts of one conversion share. */
export interface Conversion {
  readonly catalog: Catalog
  readonly options: FormatOptions
  readonly report: Report
  /** Whether an object is on the menu. One that is not is counted once, with the reason. */
  keeps(object: CatalogObject): boolean
  /** The id of an object in the menu. With a location it has that in it, since each location has its own menu. */
  sourceIdOf(object: CatalogObject): string | undefined
}

/** What the report calls objects of a type. */
const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  ITEM: ['item', 'items'],
  ITEM_VARIATION: ['variation', 'variations'],
  CATEGORY: ['category', 'categories'],
  MODIFIER_LIST: ['modifier list', 'modifier lists'],
  MODIFIER: ['modifier', 'modifiers'],
}

export function createConversion(catalog: Catalog, options: FormatOptions, report: Report): Conversion {
  const { locationId } = options
  const decided = new Map<CatalogObject, boolean>()
  const reasons = new Map<string, Reason>()
  return {
    catalog,
    options,
    report,
    keeps(object) {
      const known = decided.get(object)
      if (known !== undefined) return known
      const cause = whyNot(object, locationId)
      decided.set(object, cause === undefined)
      if (cause !== undefined) report.skip(reasonFor(object.type, cause))
      return cause === undefined
    },
    sourceIdOf({ id = '' }) {
      const own = id.replace(/^#/, '')
      if (own === '') return undefined
      return locationId === undefined ? own : `${locationId}/${own}`
    },
  }

  /** The report counts by reason, so that each must be one object. */
  function reasonFor(type: string, cause: string): Reason {
    const key = `${type} ${cause}`
    const [one, many] = NOUNS[type] ?? ['object', 'objects']
    const reason = reasons.get(key) ?? {
      one: `${one} is left out, because it is ${cause}`,
      many: `${many} are left out, because they are ${cause}`,
    }
    reasons.set(key, reason)
    return reason
  }
}

function whyNot(object: CatalogObject, locationId: string | undefined): string | undefined {
  const has = (field: string, value: unknown) =>
    object.fields[field] === value || object.data[field] === value
  if (has('is_deleted', true)) return 'deleted'
  if (has('is_archived', true)) return 'archived'
  if (has('ecom_visibility', 'HIDDEN')) return 'hidden'
  if (isAt(object, locationId)) return undefined
  return locationId === undefined ? 'not at all locations' : `not at the location ${locationId}`
}
