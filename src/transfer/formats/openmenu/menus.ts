import type { XmlElement } from '../containers/xml.ts'
import { MENU_DESCRIPTION, MENU_TIMES } from '../mapping/losses.ts'
import type { SourceGroup, SourceMenu } from '../mapping/source-menu.ts'
import { cleanDescription } from '../mapping/text.ts'
import { elementsAt, textAt } from './element.ts'
import { readItem } from './items.ts'
import { readOptions } from './options.ts'
import { enabled, nameOf, type OpenMenuPart, uidOf } from './part.ts'

/**
 * @param root the element at the top of a file
 * @param common what its menus have in common
 */
export function readMenus(root: XmlElement, common: Omit<OpenMenuPart, 'currency'>): SourceMenu[] {
  const information = elementsAt(root, 'restaurant_info')[0]
  const restaurant = (information && textAt(information, 'restaurant_name')) || undefined
  return enabled(elementsAt(root, 'menus', 'menu'), common.report).map((menu) => {
    const part = { ...common, currency: textAt(menu, 'currency_symbol') }
    const name = textAt(menu, 'name', 'menu_name')
    reportLosses(menu, name, common)
    const groups = readGroups(menu, part)
    return { sourceId: textAt(menu, 'uid') || undefined, name, location: undefined, restaurant, groups }
  })
}

function reportLosses(
  menu: XmlElement,
  name: string,
  { report, options }: Omit<OpenMenuPart, 'currency'>,
): void {
  const shown = name || options.menuName || 'a menu without a name'
  if (textAt(menu, 'menu_description') !== '') report.lose(MENU_DESCRIPTION, shown)
  const times = elementsAt(menu, 'menu_duration').flatMap(({ elements }) => elements)
  if (times.some(({ text }) => text.trim() !== '')) report.lose(MENU_TIMES, shown)
}

function readGroups(parent: XmlElement, part: OpenMenuPart): SourceGroup[] {
  const groups = enabled(elementsAt(parent, 'menu_groups', 'menu_group'), part.report)
  return groups.map((group) => {
    const ofGroup = readOptions(group, 'menu_group', part)
    const items = enabled(elementsAt(group, 'menu_items', 'menu_item'), part.report)
    part.budget.spend(`${part.fileName}, line ${group.line}`, items.length * ofGroup.length)
    return {
      sourceId: uidOf(group, 'group'),
      name: nameOf(group, part, 'name', 'menu_group_name'),
      description: cleanDescription(textAt(group, 'menu_group_description', 'description')),
      groups: readGroups(group, part),
      items: items.map((item) =>
        // Ids are given by object, so each item needs its own copies.
        readItem(
          item,
          [...ofGroup.map((option) => ({ ...option })), ...readOptions(item, 'menu_item', part)],
          part,
        ),
      ),
    }
  })
}
