import type { MenuFormat } from './format.ts'
import { readCatalog } from './square/catalog.ts'
import { toGroups } from './square/categories.ts'
import { requireLocation } from './square/locations.ts'
import { newSquareContext } from './square/square-context.ts'

/** Objects of Square's Catalog API make one menu, with categories as groups and variations as child items. */
export const square: MenuFormat = {
  matches: ({ kind, text }) => kind === 'json' && DATA.test(text) && TYPE.test(text),

  async read(files, context) {
    const { locationId } = context.options
    const catalog = readCatalog(files)
    requireLocation(catalog.objects, locationId)
    const groups = toGroups(newSquareContext(catalog, context))
    return [{ sourceId: locationId, name: '', groups }]
  },
}

/**
 * The field with the data of an object: `item_data` in the API, or `itemData` in SDKs, which is refused later. A response may
 * begin with objects of any type.
 */
const DATA =
  /"(?:item|category|modifier|custom|image|tax|discount|pricing|product|time|measurement|availability|quick|subscription)\w*(?:_d|D)ata"\s*:/
const TYPE = /"type"\s*:\s*"[A-Z_]+"/
