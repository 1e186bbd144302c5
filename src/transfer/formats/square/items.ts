import { ALCOHOL, BY_MEASURE } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import type { Conversion } from './conversion.ts'
import { descriptionOf, readItemCalories, tagsOf, variationNameOf } from './details.ts'
import { type KeptItem, keptItems, type Modifier } from './kept-items.ts'
import { isAnyInStock, isInStock } from './locations.ts'
import { type CatalogObject, nameOf } from './objects.ts'
import { createPriceOf } from './prices.ts'
import { nonEmptyText, objectsOf } from './values.ts'

const SOLD_OUT = '[item is|items are] sold out at some locations, which --location-id chooses'

type ItemConversion = Conversion & { readonly priceOf: ReturnType<typeof createPriceOf> }

/** Converts the items that are on the menu. @returns them by their objects, in the order of the files */
export function convertItems(conversion: Conversion): ReadonlyMap<CatalogObject, SourceItem> {
  const kept = keptItems(conversion)
  const priced = kept.flatMap(({ variations, modifiers }) => [
    ...variations,
    ...modifiers.map(({ object }) => object),
  ])
  const context = { ...conversion, priceOf: createPriceOf(priced, conversion) }
  return new Map(kept.map((item) => [item.object, toItem(item, context)]))
}

function toItem({ object, variations, modifiers }: KeptItem, context: ItemConversion): SourceItem {
  const name = nameOf(object, context.report)
  if (object.data['is_alcoholic'] === true) context.report.lose(ALCOHOL, name)
  reportSoldOut(variations, context)
  const item = {
    sourceId: context.sourceIdOf(object),
    name,
    description: descriptionOf(object),
    price: null,
    calories: readItemCalories(object, name, context),
    tags: tagsOf(object, name, context),
    // An item is in stock if any of its variations is.
    inStock: isAnyInStock(variations, context.options),
    items: modifiers.map((modifier) => toModifier(modifier, name, context)),
  }
  return withVariants(item, toVariations(variations, name, context))
}

function toVariations(
  variations: readonly CatalogObject[],
  itemName: string,
  context: ItemConversion,
): SourceItem[] {
  const [only, ...others] = variations
  // The only variation needs no name: without one it is the item.
  if (only !== undefined && others.length === 0)
    return [toChild(only, variationNameOf(only, context), itemName, context)]
  return variations.map((variation) => {
    const name = variationNameOf(variation, context) || nameOf(variation, context.report)
    return toChild(variation, name, `${itemName} (${name})`, context)
  })
}

function toModifier({ object, listName }: Modifier, itemName: string, context: ItemConversion): SourceItem {
  const name = nameOf(object, context.report)
  const modifier = toChild(object, name, `${itemName} (${name})`, context)
  return { ...modifier, tags: [`modifier:${listName}`, ...(modifier.tags ?? [])] }
}

/** @param reportName what the report calls the child item */
function toChild(
  object: CatalogObject,
  name: string,
  reportName: string,
  context: ItemConversion,
): SourceItem {
  reportMeasure(object, reportName, context)
  return {
    sourceId: context.sourceIdOf(object),
    name,
    price: context.priceOf(object, reportName),
    calories: readItemCalories(object, reportName, context),
    tags: tagsOf(object, reportName, context),
    inStock: isInStock(object, context.options),
    items: [],
  }
}

/** Counts an item that is sold out somewhere, if the user has not asked for a location. */
function reportSoldOut(variations: readonly CatalogObject[], { options, report }: Conversion): void {
  if (options.locationId !== undefined) return
  const overrides = variations.flatMap(({ data }) => objectsOf(data['location_overrides']))
  if (overrides.some((one) => one['sold_out'] === true)) report.skip(SOLD_OUT)
}

const UNITS = ['weight_unit', 'volume_unit', 'length_unit', 'area_unit', 'time_unit']

/** Reports what is sold by weight or by another measure. @param name what the report calls it */
function reportMeasure(object: CatalogObject, name: string, { catalog, report }: Conversion): void {
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
