import { CommandError } from '../../lib/flow/command-error.ts'
import { DocumentError } from '../errors.ts'
import { readJson } from './containers/json.ts'
import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import type { InputFile } from './input-file.ts'
import { Budget } from './mapping/budget.ts'
import { finishMenus } from './mapping/finish.ts'
import { Prices, readTwice } from './mapping/prices.ts'
import { asList, asObject, cleanText } from './mapping/text.ts'
import type { ConversionReport } from './report.ts'
import { readMenu, readMenuLeftOut } from './toast/menus.ts'
import { childNodes, type ToastNode, visible } from './toast/node.ts'
import { type References, readReferences } from './toast/references.ts'
import { readStock } from './toast/stock.ts'

/** The response of Toast's Menus API, which is an object with the menus of one restaurant. */
export const toast: MenuFormat = {
  options: [...MENU_OPTIONS, 'currency', 'modifiers', 'stock'],
  matches: ({ paths }) =>
    ['menus[].menuGroups', 'restaurantGuid', 'modifierGroupReferences'].some(
      (path) => paths.has(path) || paths.has(`[].${path}`),
    ),

  async read(files, options, report) {
    const stock = readStock(options.stock)
    const menus = files.flatMap((file) => menusOf(file, report))
    const chosen = new Set(chooseMenus(menus, options.menuName))
    const prices = new Prices(options.currency, { digits: USUAL_DIGITS })
    const sources = readTwice(prices, report, (used) => {
      const budget = new Budget()
      return menus.map(({ node, file, references }) => {
        prices.beginFile(file)
        const shared = { references, stock, prices, budget, options, report: used }
        return chosen.has(node) ? readMenu(node, shared) : readMenuLeftOut(node, shared)
      })
    })
    stock.reportUnused(report)
    return finishMenus('toast', sources, options, report)
  },
}

/** All countries where Toast is sold have currencies with two digits. */
const USUAL_DIGITS = 2

interface Menu {
  readonly node: ToastNode
  /** The name of its file. */
  readonly file: string
  readonly references: References
}

/** The menus that are not hidden. */
function menusOf(file: InputFile, report: ConversionReport): Menu[] {
  const content = readJson(file)
  const menus = asList(content).flatMap((restaurant, index) => {
    const place = Array.isArray(content) ? `${file.name}: /${index}` : `${file.name}: `
    const root = { fields: asObject(restaurant), place }
    const references = readReferences(root, report.errors)
    return childNodes(root, 'menus', report.errors).map((node) => ({ node, file: file.name, references }))
  })
  report.errors.throwIfAny()
  if (menus.length === 0)
    throw new DocumentError(`${file.name}: must be a response of Toast's Menus API, with at least one menu`)
  const nodes = menus.map(({ node }) => node)
  const shown = new Set(visible(nodes, report))
  return menus.filter(({ node }) => shown.has(node))
}

/** The menus of this name, or all. @throws {CommandError} if there is none */
function chooseMenus(menus: readonly Menu[], wanted: string | undefined): readonly ToastNode[] {
  const nodes = menus.map(({ node }) => node)
  if (wanted === undefined) return nodes
  const chosen = nodes.filter((node) => nameOf(node).toLowerCase() === cleanText(wanted).toLowerCase())
  if (chosen.length > 0) return chosen
  const names = nodes.map(nameOf).join(', ')
  throw new CommandError(`There is no menu ${wanted}: give --menu-name one of ${names}.`)
}

function nameOf({ fields }: ToastNode): string {
  return cleanText(fields['name'])
}
