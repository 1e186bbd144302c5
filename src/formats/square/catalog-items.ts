import { cleanText } from '../shared/clean-text.ts'
import { differsAt } from '../shared/report-texts.ts'
import type { SourceItem } from '../shared/source-menu.ts'
import { withVariants } from '../shared/variants.ts'
import { type CatalogObject, nameOf, placeOf } from './catalog.ts'
import { descriptionOf, readItemCalories, refuseUnreadFields, squareTags } from './item-fields.ts'
import { byOrdinal } from './json-values.ts'
import { differsSomewhere, isInStock } from './locations.ts'
import type { SquareContext } from './square-context.ts'
import { priceOf } from './square-prices.ts'

const NO_VARIATION = '[item is|items are] left out, because all [its|their] variations are'
const SEPARATE = 'must be within its item, as in a response that does not ask for ITEM_VARIATION'
const SAME_NAMES = 'must have variations with different names'

/** Converts the items that are on the menu. @returns them by their objects, in the order of the files */
export function convertItems(context: SquareContext): ReadonlyMap<CatalogObject, SourceItem> {
  const { catalog, selectOnMenu, options, report } = context
  for (const object of catalog.ofType('ITEM_VARIATION')) report.errors.add(placeOf(object), SEPARATE)
  const items = new Map<CatalogObject, SourceItem>()
  for (const object of selectOnMenu(catalog.ofType('ITEM'))) {
    const variations = byOrdinal(selectOnMenu(object.variations), ({ data }) => data['ordinal'])
    if (variations.length === 0 && object.variations.length > 0) report.addNote(NO_VARIATION)
    else items.set(object, toItem(object, variations))
  }
  return items

  function toItem(object: CatalogObject, variations: readonly CatalogObject[]): SourceItem {
    const name = nameOf(object, report)
    refuseUnreadFields(object, report)
    if (options.locationId === undefined && variations.some(differsSomewhere))
      report.addNote(differsAt('--location-id'))
    const item = {
      sourceId: context.sourceIdOf(object),
      name,
      description: descriptionOf(object),
      price: null,
      calories: readItemCalories(object, context),
      tags: squareTags(object, name, context),
      // An item is in stock if any of its variations is.
      inStock: isInStock(variations, options),
      items: [],
    }
    return withVariants(item, variationsOf(object, variations, name))
  }

  function variationsOf(item: CatalogObject, variations: readonly CatalogObject[], itemName: string) {
    const [only] = variations
    // A single variation needs no name. Without one, it becomes the item.
    if (only && variations.length === 1) return [toChild(only, cleanText(only.data['name']), '', itemName)]
    const children = variations.map((one) => toChild(one, nameOf(one, report), itemName))
    const names = new Set(children.map(({ name }) => name))
    if (names.size < children.length) report.errors.add(placeOf(item), SAME_NAMES)
    return children
  }

  /** @param fullName of the object in the report */
  function toChild(
    object: CatalogObject,
    name: string,
    itemName: string,
    fullName = `${itemName} (${name})`,
  ): SourceItem {
    refuseUnreadFields(object, report)
    return {
      sourceId: context.sourceIdOf(object),
      name,
      price: priceOf(object, fullName, context),
      calories: readItemCalories(object, context),
      tags: squareTags(object, fullName, context),
      inStock: isInStock([object], options),
      items: [],
    }
  }
}
