import type { JsonObject } from '../../../lib/json/json.ts'
import { cleanText } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import { type CatalogObject, placeOf } from './objects.ts'
import { byOrdinal, nonEmptyText, objectsOf } from './values.ts'

/** A modifier of an item. */
export interface Modifier {
  readonly object: CatalogObject
  readonly listName: string
}

const UNKNOWN_LIST = '[item has|items have] a modifier list that is not in the files'
const DISABLED_LIST =
  'modifier [list|lists] of [an item is|items are] left out, because [it is|they are] not enabled'
const HIDDEN_MODIFIER = '[modifier is|modifiers are] left out, because [it is|they are] hidden'

/** The modifiers of an item, if the options ask for them. @param name what the report calls the item */
function modifiersOf(item: CatalogObject, name: string, conversion: Conversion): Modifier[] {
  if (!conversion.options.modifiers) return []
  const uses = byOrdinal(objectsOf(item.data['modifier_list_info']), ({ ordinal }) => ordinal)
  const modifiers = uses.flatMap((use) => modifiersIn(use, name, conversion))
  conversion.budget.spend(placeOf(item), modifiers.length)
  return modifiers
}

function modifiersIn(use: JsonObject, name: string, conversion: Conversion): Modifier[] {
  const { catalog, report } = conversion
  const listId = nonEmptyText(use['modifier_list_id'])
  if (use['enabled'] === false) report.skip(DISABLED_LIST)
  if (use['enabled'] === false || listId === undefined) return []
  const list = catalog.find('MODIFIER_LIST', listId)
  if (list === undefined) report.lose(UNKNOWN_LIST, name)
  if (list === undefined || !conversion.keeps(list)) return []
  const listName = cleanText(list.data['name'])
  const overrides = overridesIn(use)
  return byOrdinal(catalog.modifiersOf(list), ({ data }) => data['ordinal'])
    .filter((modifier) => conversion.keeps(modifier) && isShown(modifier, overrides, conversion))
    .map((object) => ({ object, listName }))
}

type Overrides = ReadonlyMap<unknown, JsonObject>

/** What an item says of the modifiers of a list, by their ids. Of several, the first one counts. */
function overridesIn(use: JsonObject): Overrides {
  const overrides = objectsOf(use['modifier_overrides']).map((one) => [one['modifier_id'], one] as const)
  return new Map(overrides.reverse())
}

/** An item may show a modifier that is hidden elsewhere, and the other way round. */
function isShown(modifier: CatalogObject, overrides: Overrides, { report }: Conversion): boolean {
  const override = modifier.id === undefined ? undefined : overrides.get(modifier.id)
  const choice = override?.['hidden_online_override']
  const isHidden = choice === 'YES' || (choice !== 'NO' && modifier.data['hidden_online'] === true)
  if (isHidden) report.skip(HIDDEN_MODIFIER)
  return !isHidden
}

/** An item on the menu, with what belongs to it. */
export interface KeptItem {
  readonly object: CatalogObject
  /** In their order. */
  readonly variations: readonly CatalogObject[]
  readonly modifiers: readonly Modifier[]
}

const NO_VARIATION = '[item is|items are] left out, because all [its|their] variations are'
const UNKNOWN_ITEM = '[variation is|variations are] of [an item|items] that [is|are] not in the files'

/** The items that are on the menu. The others are reported. */
export function keptItems(conversion: Conversion): KeptItem[] {
  const { catalog, keeps } = conversion
  reportUnknownItems(conversion)
  return catalog
    .ofType('ITEM')
    .filter(keeps)
    .flatMap((item) => keepItem(item, conversion))
}

function keepItem(object: CatalogObject, conversion: Conversion): KeptItem[] {
  const all = conversion.catalog.variationsOf(object)
  const variations = byOrdinal(all.filter(conversion.keeps), ({ data }) => data['ordinal'])
  if (all.length > 0 && variations.length === 0) {
    conversion.report.skip(NO_VARIATION)
    return []
  }
  const modifiers = modifiersOf(object, cleanText(object.data['name']), conversion)
  return [{ object, variations, modifiers }]
}

function reportUnknownItems({ catalog, keeps, report }: Conversion): void {
  for (const variation of catalog.ofType('ITEM_VARIATION')) {
    const isKnown = catalog.find('ITEM', nonEmptyText(variation.data['item_id'])) !== undefined
    if (isKnown || !keeps(variation)) continue
    report.lose(UNKNOWN_ITEM, cleanText(variation.data['name']) || (variation.id ?? ''))
  }
}
