import { CommandError } from '../../../lib/flow/command-error.ts'
import { DocumentError } from '../../errors.ts'
import type { ImportFileMenu } from '../../schema.ts'
import type { FormatName, FormatOptions } from '../format.ts'
import { ConversionReport } from '../report.ts'
import { withIds } from './ids.ts'
import { hasItems, type SourceGroup, type SourceMenu } from './source-menu.ts'
import { either } from './variants.ts'

const EMPTY_GROUP = '[group is|groups are] left out, because [it is|they are] empty'

const EMPTY_MENU = '[menu has|menus have] no items'

/**
 * Makes menus of an import file from the menus of a source: fills in what the source lacks, leaves out empty groups, and
 * gives everything an id. The same menus always get the same ids.
 * @throws {DocumentError} if the report has errors
 * @throws {CommandError} if a menu has no name, or an option does not apply
 */
export function finishMenus(
  format: FormatName,
  sources: readonly SourceMenu[],
  options: FormatOptions,
  report: ConversionReport,
): ImportFileMenu[] {
  report.errors.throwIfAny()
  const imported = sources.filter(({ isLeftOut }) => !isLeftOut)
  if (options.menuId !== undefined && imported.length > 1) {
    const names = imported.map(({ name }) => name).join(', ')
    throw new CommandError(`--menu-id is for one menu, but there are ${imported.length}: ${names}.`)
  }
  const named = sources.map((menu) =>
    withGroups(withNames(menu, options), menu.isLeftOut ? new ConversionReport() : report),
  )
  const made = named.filter(({ isLeftOut }) => !isLeftOut)
  refuseEmpty(made, format, report)
  return withIds(format, named).filter((_, index) => !named[index]?.isLeftOut)
}

/**
 * A menu without any item is a mistake, and never imported in silence, unless it is one of a table that was exported.
 * @throws {DocumentError} if there is no item at all
 */
function refuseEmpty(menus: readonly SourceMenu[], format: FormatName, report: ConversionReport): void {
  const isTable = format === 'table'
  const empty = menus.filter((menu) => !hasItems(menu) && !(isTable && menu.id !== undefined))
  const names = empty.map(({ name }) => name)
  if (!isTable && names.length > 0 && names.length === menus.length) {
    const problem = `There are no items for the menu ${names.join(', ')}.`
    throw new DocumentError([...report.lines(), problem].join('\n'))
  }
  for (const name of names) {
    if (isTable) report.note(hasNoItems(name))
    else report.lose(EMPTY_MENU, name)
  }
}

/** The sentence about a menu that is empty on purpose. */
export function hasNoItems(name: string): string {
  return `The menu ${name} has no items.`
}

function withNames(menu: SourceMenu, options: FormatOptions): SourceMenu {
  if (menu.isLeftOut) return menu
  return {
    ...menu,
    id: options.menuId ?? menu.id,
    name: requireName(menu.name, options),
    location: either(menu.location, options.location),
    restaurant: either(menu.restaurant, options.restaurant),
  }
}

/** The name of a menu, or else that of the options. @throws {CommandError} if there is none */
export function requireName(name: string, { menuName = '' }: FormatOptions): string {
  if (name === '' && menuName === '')
    throw new CommandError('The file does not name its menu: add --menu-name NAME.')
  return name || menuName
}

function withGroups<Parent extends { readonly groups: readonly SourceGroup[] }>(
  parent: Parent,
  report: ConversionReport,
): Parent {
  const groups = parent.groups
    .map((group) => withGroups(group, report))
    .filter(({ items, groups: children, keepEmpty }) => {
      const isKept = items.length > 0 || children.length > 0 || keepEmpty === true
      if (!isKept) report.skip(EMPTY_GROUP)
      return isKept
    })
  return { ...parent, groups }
}
