import type { XmlElement } from '../containers/xml.ts'
import { readAllergens } from '../mapping/allergens.ts'
import { readCalories } from '../mapping/calories.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { readTags } from '../mapping/tags.ts'
import { cleanDescription, cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import { elementsAt, textAt } from './element.ts'
import { flagTags } from './flags.ts'
import { enabled, nameOf, type OpenMenuPart, priceOf, uidOf } from './part.ts'

const ALLERGY_TEXT = '[item loses its text|items lose their texts] about allergies'
const OWN_PRICE =
  '[item loses its|items lose their] own [price|prices], because [it has|they have] sizes with prices'

/** @param modifiers those of its group and its own */
export function readItem(
  element: XmlElement,
  modifiers: readonly SourceItem[],
  part: OpenMenuPart,
): SourceItem {
  const { report } = part
  const name = nameOf(element, part, 'menu_item_name', 'name')
  const allergies = elementsAt(element, 'menu_item_allergy_information')[0]
  if (allergies && cleanDescription(allergies.text) !== null) report.lose(ALLERGY_TEXT, name)
  const item: SourceItem = {
    sourceId: uidOf(element, 'item'),
    name,
    description: cleanDescription(textAt(element, 'menu_item_description', 'description')),
    price: priceOf(element, name, part, 'menu_item_price', 'price'),
    calories: readCalories(textAt(element, 'menu_item_calories', 'calories'), name, report),
    tags: [
      ...new Set([
        ...flagTags(element, name, report),
        ...readAllergens(allergensIn(element), { name }, report),
        ...readTags(ownTags(element), { name }, report),
      ]),
    ],
    items: modifiers,
  }
  const sizes = sizesOf(element, name, part)
  if (item.price !== null && sizes.length > 0 && sizes.every(({ price }) => price !== item.price))
    report.lose(OWN_PRICE, name)
  return withVariants(item, sizes)
}

function sizesOf(element: XmlElement, itemName: string, part: OpenMenuPart): SourceItem[] {
  const filledIn = elementsAt(element, 'menu_item_sizes', 'menu_item_size').filter(isFilledIn)
  const elements = enabled(filledIn, part.report)
  return elements.map((size) => {
    // A single size without a name is the item itself.
    const isOnly = elements.length === 1
    const name = isOnly
      ? textAt(size, 'menu_item_size_name', 'name')
      : nameOf(size, part, 'menu_item_size_name', 'name')
    const fullName = name === '' ? itemName : `${itemName} > ${name}`
    return {
      items: [],
      sourceId: uidOf(size, 'size'),
      name,
      description: cleanDescription(textAt(size, 'menu_item_size_description', 'description')),
      price: priceOf(size, fullName, part, 'menu_item_size_price', 'price'),
      calories: readCalories(textAt(size, 'menu_item_size_calories', 'calories'), fullName, part.report),
    }
  })
}

/** Editors write an empty size where there is none. */
function isFilledIn({ elements, attributes }: XmlElement): boolean {
  return [...elements.map(({ text }) => text), ...attributes.values()].some((text) => text.trim() !== '')
}

function allergensIn(element: XmlElement): string[] {
  return elementsAt(element, 'menu_item_allergy_information').map((information) =>
    textAt(information, 'allergens'),
  )
}

function ownTags(element: XmlElement): string[] {
  const tags = elementsAt(element, 'menu_item_tags', 'menu_item_tag').map(({ text }) => cleanText(text))
  return tags.filter((tag) => tag !== '')
}
