import { cleanText } from '../mapping/text.ts'
import type { Conversion } from './conversion.ts'
import { type Modifier, modifiersOf } from './modifiers.ts'
import type { CatalogObject } from './objects.ts'
import { byOrdinal, nonEmptyText } from './values.ts'

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
