import { ALCOHOL } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { withVariants } from '../mapping/variants.ts'
import type { Conversion } from './conversion.ts'
import { descriptionOf, readItemCalories, tagsOf } from './details.ts'
import { type KeptItem, keptItems } from './kept-items.ts'
import { isAnyInStock, isInStock } from './locations.ts'
import { reportMeasure } from './measures.ts'
import type { Modifier } from './modifiers.ts'
import { type CatalogObject, nameOf } from './objects.ts'
import { variationNameOf } from './options.ts'
import { createPriceOf, type PriceOf } from './prices.ts'
import { objectsOf } from './values.ts'

const SOLD_OUT = '[item is|items are] sold out at some locations, which --location-id chooses'

/** What the conversion of items needs. */
interface ItemConversion extends Conversion {
  readonly priceOf: PriceOf
}

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
  const modifier = toNamedChild(object, itemName, context)
  return { ...modifier, tags: [`modifier:${listName}`, ...(modifier.tags ?? [])] }
}

function toNamedChild(object: CatalogObject, itemName: string, context: ItemConversion): SourceItem {
  const name = nameOf(object, context.report)
  return toChild(object, name, `${itemName} (${name})`, context)
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
