import type { FormatOptions } from '../format.ts'
import { Budget } from '../mapping/reading.ts'
import type { ConversionReport } from '../report.ts'
import type { Catalog } from './catalog.ts'
import { createFilter } from './filter.ts'
import type { CatalogObject } from './objects.ts'

/** What the parts of one conversion share. */
export interface Conversion {
  readonly catalog: Catalog
  readonly options: FormatOptions
  readonly report: ConversionReport
  /** For what is on the menu in several places. */
  readonly budget: Budget
  /** Whether an object is on the menu. One that is not is counted once, with the reason. */
  keeps(object: CatalogObject): boolean
  /** The id of an object in the menu. With a location it has that in it, since each location has its own menu. */
  sourceIdOf(object: CatalogObject): string | undefined
}

export function createConversion(
  catalog: Catalog,
  options: FormatOptions,
  report: ConversionReport,
): Conversion {
  const { locationId } = options
  return {
    catalog,
    options,
    report,
    budget: new Budget(),
    keeps: createFilter(locationId, report),
    sourceIdOf({ id = '' }) {
      const own = id.replace(/^#/, '')
      if (own === '') return undefined
      return locationId === undefined ? own : `${locationId}/${own}`
    },
  }
}
