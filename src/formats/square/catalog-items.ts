import type { JsonObject } from '../../lib/json/json.ts'
import { differsAt } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import type { Conversion } from './conversion.ts'
import { checkFields, descriptionOf, readItemCalories, tagsOf } from './details.ts'
import { differsSomewhere, isInStock } from './locations.ts'
import { type CatalogObject, nameOf, placeOf } from './objects.ts'
import { priceOf } from './square-prices.ts'
import { byOrdinal, nonEmptyText, objectsOf } from './values.ts'

const NO_VARIATION = '[item is|items are] left out, because all [its|their] variations are'
const SEPARATE =
  'must be within its item or list, as in a response that does not ask for ITEM_VARIATION and MODIFIER'
const NO_LIST = 'must have lists of modifiers that are in the files: add the response that has them'
const SAME_NAMES = 'must have variations with different names'
const HIDDEN =
  '[modifier|modifiers] or [list|lists] of modifiers [is|are] left out, because [it is|they are] hidden'

/** Converts the items that are on the menu. @returns them by their objects, in the order of the files */
export function convertItems(conversion: Conversion): ReadonlyMap<CatalogObject, SourceItem> {
  const { catalog, keeps, options, report } = conversion
  for (const object of [...catalog.ofType('ITEM_VARIATION'), ...catalog.ofType('MODIFIER')])
    report.errors.add(placeOf(object), SEPARATE)
  const items = catalog.ofType('ITEM').filter(keeps).filter(hasVariations)
  return new Map(items.map((item) => [item, toItem(item)]))

  function toItem(object: CatalogObject): SourceItem {
    const name = nameOf(object, report)
    const variations = byOrdinal(object.children.filter(keeps), ({ data }) => data['ordinal'])
    checkFields(object, report)
    if (options.locationId === undefined && variations.some(differsSomewhere))
      report.skip(differsAt('--location-id'))
    const item = {
      sourceId: conversion.sourceIdOf(object),
      name,
      description: descriptionOf(object),
      price: null,
      calories: readItemCalories(object, conversion),
      tags: tagsOf(object, name, conversion),
      // An item is in stock if any of its variations is.
      inStock: isInStock(variations, options),
      items: modifiersOf(object, conversion).map(({ modifier, listName }) => {
        const child = toChild(modifier, nameOf(modifier, report), name)
        return { ...child, tags: [`modifier:${listName}`, ...(child.tags ?? [])] }
      }),
    }
    return withVariants(item, variationsOf(object, variations, name))
  }

  /** Whether any variation is on the menu, or there is none at all. */
  function hasVariations(item: CatalogObject): boolean {
    const isKept = item.children.length === 0 || item.children.filter(keeps).length > 0
    if (!isKept) report.skip(NO_VARIATION)
    return isKept
  }

  function variationsOf(item: CatalogObject, variations: readonly CatalogObject[], itemName: string) {
    const [only, ...others] = variations
    // A single variation needs no name. Without one, it becomes the item.
    if (only && others.length === 0) return [toChild(only, cleanText(only.data['name']), '', itemName)]
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
    checkFields(object, report)
    return {
      sourceId: conversion.sourceIdOf(object),
      name,
      price: priceOf(object, fullName, conversion),
      calories: readItemCalories(object, conversion),
      tags: tagsOf(object, fullName, conversion),
      inStock: isInStock([object], options),
      items: [],
    }
  }
}

/** The modifiers of an item, if the options ask for them. */
function modifiersOf(item: CatalogObject, conversion: Conversion) {
  if (!conversion.options.modifiers) return []
  const uses = byOrdinal(objectsOf(item.data['modifier_list_info']), ({ ordinal }) => ordinal)
  const modifiers = uses.flatMap((use) => modifiersIn(use, item, conversion))
  conversion.budget.spend(placeOf(item), modifiers.length)
  return modifiers
}

function modifiersIn(use: JsonObject, item: CatalogObject, conversion: Conversion) {
  const { catalog, keeps, report } = conversion
  const listId = nonEmptyText(use['modifier_list_id'])
  if (use['enabled'] === false) report.skip(HIDDEN)
  if (use['enabled'] === false || listId === undefined) return []
  const list = catalog.find('MODIFIER_LIST', listId)
  if (list === undefined) report.errors.add(placeOf(item), NO_LIST)
  if (list === undefined || !keeps(list)) return []
  const listName = cleanText(list.data['name'])
  const isHiddenHere = new Map(
    objectsOf(use['modifier_overrides']).map((one) => [one['modifier_id'], one['hidden_online_override']]),
  )
  const modifiers = byOrdinal(list.children.filter(keeps), ({ data }) => data['ordinal'])
  return modifiers.flatMap((modifier) => {
    // An item may show a modifier that is hidden elsewhere, and the other way round.
    const choice = isHiddenHere.get(modifier.id)
    const isHidden = choice === 'YES' || (choice !== 'NO' && modifier.data['hidden_online'] === true)
    if (isHidden) report.skip(HIDDEN)
    return isHidden ? [] : [{ modifier, listName }]
  })
}
