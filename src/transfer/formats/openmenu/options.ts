import type { XmlElement } from '../containers/xml.ts'
import { MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { elementsAt } from './element.ts'
import { enabled, nameOf, type OpenMenuPart, priceOf } from './part.ts'

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
