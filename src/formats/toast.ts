import { ImportError } from '../documents/import-error.ts'
import type { InputFile } from '../documents/input-file.ts'
import { readJson } from '../documents/json.ts'
import { CommandError } from '../lib/command-error.ts'
import type { MenuFormat } from './format.ts'
import type { ImportReport } from './import-report.ts'
import { asObject, cleanText } from './shared/clean-text.ts'
import { MENU_DESCRIPTION } from './shared/report-texts.ts'
import type { SourceGroup, SourceMenu } from './shared/source-menu.ts'
import {
  childNodes,
  type References,
  readCommonFields,
  readReferences,
  selectVisible,
  type ToastContext,
  type ToastNode,
} from './toast/node.ts'
import { readStock } from './toast/stock.ts'
import { itemTags } from './toast/tags.ts'
import { readItem } from './toast/toast-items.ts'

/** The response of Toast's Menus API, which is an object with the menus of one restaurant. */
export const toast: MenuFormat = {
  matches: ({ kind, fields, text }) =>
    kind === 'json' && (fields.has('restaurantGuid') || /"menuGroups"\s*:/.test(text)),

  async read(files, context) {
    const { options, report } = context
    const stock = readStock(options.stock)
    const menus = files.flatMap((file) => menusOf(file, report))
    return chooseMenus(menus, options.menuName).map(({ node, references }) =>
      readMenu(node, { ...context, references, stock }),
    )
  },
}

interface Menu {
  readonly node: ToastNode
  readonly references: References
}

function menusOf(file: InputFile, report: ImportReport): Menu[] {
  const root = { fields: asObject(readJson(file)), place: `${file.name}: ` }
  const references = readReferences(root)
  const menus = childNodes(root, 'menus', report.errors)
  report.errors.requireNone()
  if (menus.length === 0)
    throw new ImportError(`${file.name}: must be a response of Toast's Menus API, with at least one menu`)
  return selectVisible(menus, report).map((node) => ({ node, references }))
}

/** The menus of this name, or all. @throws {CommandError} if there is none */
function chooseMenus(menus: readonly Menu[], wanted: string | undefined): readonly Menu[] {
  if (wanted === undefined) return menus
  const nameOf = ({ node }: Menu) => cleanText(node.fields['name'])
  const chosen = menus.filter((menu) => nameOf(menu).toLowerCase() === cleanText(wanted).toLowerCase())
  if (chosen.length > 0) return chosen
  throw new CommandError(
    `There is no menu ${wanted}: give --menu-name one of ${menus.map(nameOf).join(', ')}.`,
  )
}

function readMenu(node: ToastNode, context: ToastContext): SourceMenu {
  const { description, ...fields } = readCommonFields(node, context.report)
  if (description !== null) context.report.addLoss(MENU_DESCRIPTION, fields.name)
  return { ...fields, groups: readGroups(node, context) }
}

function readGroups(parent: ToastNode, context: ToastContext): SourceGroup[] {
  const { report } = context
  return selectVisible(childNodes(parent, 'menuGroups', report.errors), report).map((node) => ({
    ...readCommonFields(node, report),
    tags: itemTags(node),
    groups: readGroups(node, context),
    items: selectVisible(childNodes(node, 'menuItems', report.errors), report).map((item) =>
      readItem(item, context),
    ),
  }))
}
