import type { XmlElement } from '../containers/xml.ts'
import { readAllergens } from '../mapping/allergens.ts'
import { readCalories } from '../mapping/calories.ts'
import { MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { readTags } from '../mapping/tags.ts'
import { cleanDescription, cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import { flagTags } from './flags.ts'
import { elementsAt, enabled, nameOf, type OpenMenuPart, priceOf, textAt, uidOf } from './part.ts'

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

/**
 * The options of an item or of all items of a group as modifiers, if the user wants them.
 * @param kind how the names of the elements begin
 */
export function readOptions(
  element: XmlElement,
  kind: 'menu_group' | 'menu_item',
  part: OpenMenuPart,
): SourceItem[] {
  const lists = elementsAt(element, `${kind}_options`, `${kind}_option`)
  if (part.options.modifiers) return lists.flatMap((list) => optionsIn(list, kind, part))
  if (lists.length > 0) part.report.skip(MODIFIERS_LEFT_OUT, lists.length)
  return []
}

function optionsIn(list: XmlElement, kind: string, part: OpenMenuPart): SourceItem[] {
  const tag = `modifier:${nameOf(list, part, 'name', `${kind}_options_name`)}`
  const elements = [...elementsAt(list, `${kind}_option_item`), ...elementsAt(list, 'option_item')]
  return enabled(elements, part.report).map((option) => {
    const name = nameOf(option, part, `${kind}_option_name`, 'name')
    const price = priceOf(option, name, part, `${kind}_option_additional_cost`, 'additional_cost')
    return { items: [], name, price, tags: [tag] }
  })
}
