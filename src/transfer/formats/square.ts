import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import { finishMenus } from './mapping/finish.ts'
import type { SourceMenu } from './mapping/source-menu.ts'
import type { Sample } from './sample.ts'
import { readCatalog } from './square/catalog.ts'
import { toGroups } from './square/categories.ts'
import { createConversion } from './square/conversion.ts'
import { convertItems } from './square/items.ts'
import { checkLocation } from './square/locations.ts'

/** Objects of Square's Catalog API make one menu, with categories as groups and variations as child items. */
export const square: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'locationId', 'modifiers'],
  matches: hasCatalogObject,

  async read(files, options, report) {
    const { locationId } = options
    const catalog = readCatalog(files)
    checkLocation(catalog.objects, locationId)
    const conversion = createConversion(catalog, options, report)
    const groups = toGroups(convertItems(conversion), conversion)
    const menu: SourceMenu = {
      sourceId: locationId,
      name: '',
      groups,
    }
    return finishMenus('square', [menu], options, report)
  },
}

/** The types of objects that a page of a catalog may begin with. */
const TYPES = [
  ...['item', 'item_variation', 'category', 'modifier_list', 'modifier', 'custom_attribute_definition'],
  ...['image', 'tax', 'discount', 'pricing_rule', 'product_set', 'time_period', 'measurement_unit'],
  ...['item_option', 'item_option_value', 'availability_period', 'quick_amounts_settings'],
  ...['subscription_plan', 'subscription_plan_variation'],
]
/** The fields with the data of an object, in the spelling of the API and of the SDKs. */
const DATA_FIELDS: ReadonlySet<string> = new Set(
  TYPES.flatMap((type) => [`${type}_data`, `${type}_data`.replace(/_(.)/g, (_, next) => next.toUpperCase())]),
)

/** Whether there is an object with a type and the data of one. It may be wrapped in anything. */
function hasCatalogObject({ paths }: Sample): boolean {
  for (const path of paths) {
    const parent = path.slice(0, path.lastIndexOf('.') + 1)
    if (DATA_FIELDS.has(path.slice(parent.length)) && paths.has(`${parent}type`)) return true
  }
  return false
}
