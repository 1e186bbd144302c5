import { element, elementIn } from '../../browser/elements.ts'
import type { Item } from '../../browser/menu/menu-fields.ts'
import { caloriesOfChoices, type Labelling } from './labelling.ts'
import { tagsWithSizes } from './marks.ts'
import type { Presentation } from './presentation.ts'

/** Returns the calories of the choices of an item, if any are given, or else those of the item itself; none if unknown. */
export function caloriesOf({ calories }: Item, choiceCalories: readonly number[] = []): readonly number[] {
  if (choiceCalories.length > 0) return choiceCalories
  return calories === null ? [] : [calories]
}

export function caloriesElement(
  calories: readonly number[],
  { labelling, formats, words }: Pick<Presentation, 'labelling' | 'formats' | 'words'>,
): HTMLElement | undefined {
  if (calories.length === 0) return undefined
  if (labelling) return element('span', 'calories as-name', englishText(labelling.calories(calories)))
  return elementIn(words.language, 'small', 'calories', formats.calories(calories))
}

/** Creates an element for words of a law, which are English on every board. */
function englishText(text: string): HTMLElement {
  const created = elementIn('en', 'bdi', '', text)
  created.dir = 'ltr'
  return created
}

/** Returns an item whose sizes are columns, as its own line shows it. A law wants the calories of sizes in their columns. */
export function withSizeColumns(item: Item, labelling: Labelling | undefined) {
  const haveCalories = labelling !== undefined && item.items.some(({ calories }) => calories !== null)
  const shown = { ...item, tags: tagsWithSizes(item), calories: haveCalories ? null : item.calories }
  return { shown, haveCalories, choiceCalories: labelling ? [] : caloriesOfChoices(item, labelling) }
}
