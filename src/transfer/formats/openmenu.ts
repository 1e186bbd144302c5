import { DocumentError } from '../errors.ts'
import { readXmlTree, type XmlElement } from './containers/xml.ts'
import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import { decodeText, type InputFile, readWhole } from './input-file.ts'
import { finishMenus } from './mapping/finish.ts'
import { MENU_DESCRIPTION, MENU_TIMES } from './mapping/losses.ts'
import { type Reading, readTwice } from './mapping/reading.ts'
import type { SourceGroup, SourceMenu } from './mapping/source-menu.ts'
import { cleanDescription } from './mapping/text.ts'
import { readItem, readOptions } from './openmenu/items.ts'
import { elementsAt, enabled, nameOf, type OpenMenuPart, textAt, uidOf } from './openmenu/part.ts'

/** OpenMenu Format: an XML file with the menus of one restaurant. */
export const openmenu: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'modifiers'],
  matches: ({ kind, text }) => (kind === 'xml' || kind === 'html') && /<(\w+:)?omf[\s>]/.test(text),

  async read(files, options, report) {
    const roots = files.map((file) => ({ fileName: file.name, root: rootOf(file) }))
    const menus = readTwice(options, report, (reading) =>
      roots.flatMap(({ fileName, root }) => readMenus(root, { ...reading, fileName })),
    )
    return finishMenus('openmenu', menus, options, report)
  },
}

function rootOf(file: InputFile): XmlElement {
  const root = readXmlTree(file.name, decodeText(file.name, readWhole(file)))
  if (elementsAt(root, 'menus', 'menu').length > 0) return root
  throw new DocumentError(
    `${file.name}: must be OpenMenu Format, an omf element with menus, and a menu in them`,
  )
}

/** @param common what the menus of a file have in common */
function readMenus(root: XmlElement, common: Omit<OpenMenuPart, 'currency'>): SourceMenu[] {
  common.prices.beginFile(common.fileName)
  const information = elementsAt(root, 'restaurant_info')[0]
  const restaurant = (information && textAt(information, 'restaurant_name')) || undefined
  return enabled(elementsAt(root, 'menus', 'menu'), common.report).map((menu) => {
    const name = textAt(menu, 'name', 'menu_name')
    reportLosses(menu, name, common)
    const groups = readGroups(menu, { ...common, currency: textAt(menu, 'currency_symbol') })
    return { sourceId: textAt(menu, 'uid') || undefined, name, restaurant, groups }
  })
}

function reportLosses(menu: XmlElement, name: string, { report, options }: Reading): void {
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
      items: items.map((item) => readItem(item, [...ofGroup, ...readOptions(item, 'menu_item', part)], part)),
    }
  })
}
