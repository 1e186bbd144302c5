import { cleanText } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, placeOf } from './objects.ts'

/** The name of an object. One without is an error. */
export function nameOf(object: CatalogObject, { report }: Conversion): string {
  const name = cleanText(object.data['name'])
  if (name === '') report.errors.add(placeOf(object), 'must have a name')
  return name
}
