import { element, elementIn } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import type { Labelling } from './labelling.ts'
import { tagsWithSizes } from './marks.ts'
import type { Presentation } from './presentation.ts'

/** Returns the calories of an item itself; none if unknown. */
export function caloriesOf({ calories }: Item): readonly number[] {
  return calories === null ? [] : [calories]
}

/**
 * Returns the calories of the choices that an item has at one price, or those of the item itself if none are known. With a
 * labelling, the calories of all choices must be known.
 */
export function caloriesWithChoices(item: Item, labelling: Labelling | undefined): readonly number[] {
  const known = item.items.map(({ calories }) => calories).filter((calories) => calories !== null)
  const isIncomplete = labelling !== undefined && known.length < item.items.length
  return isIncomplete || known.length === 0 ? caloriesOf(item) : known
}

export function caloriesElement(
  calories: readonly number[],
  { labelling, formats, words }: Pick<Presentation, 'labelling' | 'formats' | 'words'>,
): HTMLElement | undefined {
  if (calories.length === 0) return undefined
  if (labelling) return element('span', 'calories as-name', englishText(labelling.calories(calories)))
  return elementIn(words.language, 'small', 'calories', formats.calories(calories))
}

/** Creates an element for words of a labelling, which are English on every board. */
function englishText(text: string): HTMLElement {
  const created = elementIn('en', 'bdi', '', text)
  created.dir = 'ltr'
  return created
}

/** Returns what the line of an item with size columns shows. With a labelling, calories of sizes are in the columns. */
export function itemWithSizeColumns(item: Item, labelling: Labelling | undefined) {
  const shown = { ...item, tags: tagsWithSizes(item) }
  const areCaloriesInColumns = !!labelling && item.items.some(({ calories }) => calories !== null)
  const besideName = labelling ? caloriesOf(item) : caloriesWithChoices(item, labelling)
  return { shown, areCaloriesInColumns, calories: areCaloriesInColumns ? [] : besideName }
}
