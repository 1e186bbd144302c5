import { DocumentError } from '../errors.ts'
import { readXmlTree, type XmlElement } from './containers/xml.ts'
import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import { decodeText, type InputFile, readWhole } from './input-file.ts'
import { Budget } from './mapping/budget.ts'
import { finishMenus } from './mapping/finish.ts'
import { Prices, readTwice } from './mapping/prices.ts'
import { elementsAt } from './openmenu/element.ts'
import { readMenus } from './openmenu/menus.ts'

/** OpenMenu Format: an XML file with the menus of one restaurant. */
export const openmenu: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'modifiers'],
  matches: ({ kind, text }) => (kind === 'xml' || kind === 'html') && /<(\w+:)?omf[\s>]/.test(text),

  async read(files, options, report) {
    const roots = files.map((file) => ({ fileName: file.name, root: rootOf(file) }))
    const prices = new Prices(options.currency)
    const menus = readTwice(prices, report, (used) => {
      const budget = new Budget()
      return roots.flatMap(({ fileName, root }) => {
        prices.beginFile(fileName)
        return readMenus(root, { fileName, prices, budget, options, report: used })
      })
    })
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
