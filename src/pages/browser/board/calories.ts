import { element } from '../shared/elements.ts'
import type { Item } from '../shared/menu/fields.ts'
import type { Presentation } from './presentation.ts'

/** Returns the calories of an item alone, without those of its sizes and choices; none if they are unknown. */
export function caloriesOf({ calories }: Item): readonly number[] {
  return calories === null ? [] : [calories]
}

/** Creates the element for calories; undefined if there are none. */
export function caloriesElement(
  calories: readonly number[],
  { labelling, formats, words }: Pick<Presentation, 'labelling' | 'formats' | 'words'>,
): HTMLElement | undefined {
  if (calories.length === 0) return undefined
  if (labelling) return element('span', 'calories as-name', englishText(labelling.calories(calories)))
  const created = element('small', 'calories', formats.calories(calories))
  created.lang = words.language
  return created
}

/** Creates an element for words of a law, which are English on every board. */
function englishText(text: string): HTMLElement {
  const created = element('bdi', '', text)
  created.lang = 'en'
  created.dir = 'ltr'
  return created
}
