import { BY_MEASURE } from '../mapping/losses.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import type { CatalogObject } from './objects.ts'
import { nonEmptyText } from './values.ts'

const UNITS = ['weight_unit', 'volume_unit', 'length_unit', 'area_unit', 'time_unit']

/** Reports what is sold by weight or by another measure. @param name what the report calls it */
export function reportMeasure(object: CatalogObject, name: string, { catalog, report }: Conversion): void {
  const id = nonEmptyText(object.data['measurement_unit_id'])
  if (id === undefined) return
  const unit = unitOf(catalog.find('MEASUREMENT_UNIT', id))
  if (unit !== '') report.lose(BY_MEASURE, `${name} (${unit})`)
}

/** `imperial pound` from `IMPERIAL_POUND`, or a name of the seller's own; empty for pieces. */
function unitOf(object: CatalogObject | undefined): string {
  if (object === undefined) return 'a unit that is not in the files'
  const unit = asObject(object.data['measurement_unit'])
  const own = cleanText(asObject(unit['custom_unit'])['name'])
  const standard = UNITS.map((field) => cleanText(unit[field])).find((name) => name !== '') ?? ''
  return own || standard.toLowerCase().replaceAll('_', ' ')
}
