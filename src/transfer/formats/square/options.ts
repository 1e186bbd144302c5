import { cleanText } from '../mapping/text.ts'
import { isNameless } from '../mapping/variants.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, objectsIn } from './objects.ts'
import { nonEmptyText, objectsOf } from './values.ts'

/** The name of a variation. One that all variations get says nothing beside the values of its options. */
export function variationNameOf(variation: CatalogObject, { catalog }: Conversion): string {
  const name = cleanText(variation.data['name'])
  if (!isNameless(name)) return name
  const values = objectsOf(variation.data['item_option_values']).flatMap((chosen) => {
    const option = catalog.find('ITEM_OPTION', nonEmptyText(chosen['item_option_id']))
    const known = option ? objectsIn(option, 'values', 'ITEM_OPTION_VALUE') : []
    const value = known.find(({ id }) => id !== undefined && id === chosen['item_option_value_id'])
    return cleanText(value?.data['name']) || []
  })
  return values.join(', ') || name
}
