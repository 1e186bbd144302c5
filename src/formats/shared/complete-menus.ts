import { ImportError } from '../../documents/import-error.ts'
import type { ImportFileMenu } from '../../documents/schema.ts'
import { CommandError } from '../../lib/command-error.ts'
import type { FormatName, FormatOptions } from '../format-options.ts'
import type { ImportReport } from '../import-report.ts'
import { toImportFileMenus } from './import-file-menus.ts'
import type { ReadingContext } from './reading-context.ts'
import { hasItems, type SourceGroup, type SourceMenu } from './source-menu.ts'
import { firstNonNull } from './variants.ts'

const EMPTY_GROUP = '[group is|groups are] left out, because [it is|they are] empty'
const NO_MENU = 'There is no menu left to import.'
const EMPTY_MENU = '[menu has|menus have] no items'

/**
 * Makes menus of an import file from the menus of a source: fills in what the source lacks, leaves out empty groups, and
 * gives everything an id. The same menus always get the same ids.
 * @throws {ImportError} if the report has errors
 * @throws {CommandError} if a menu has no name, or an option does not apply
 */
export function completeMenus(
  format: FormatName,
  sources: readonly SourceMenu[],
  { options, report }: ReadingContext,
): ImportFileMenu[] {
  report.errors.requireNone()
  if (options.menuId !== undefined && sources.length > 1) {
    const names = sources.map(({ name }) => name).join(', ')
    throw new CommandError(`--menu-id is for one menu, but there are ${sources.length}: ${names}.`)
  }
  const menus = sources.map((menu) => withoutEmptyGroups(withOptions(menu, options), report))
  requireItems(menus, sources, report)
  return toImportFileMenus(format, menus)
}

/**
 * Reports menus without any item as losses, except for those with an id of their own: an exported menu may be empty.
 * @throws {ImportError} if there are no menus, or if all are empty and none has an id of its own
 */
function requireItems(menus: readonly SourceMenu[], sources: readonly SourceMenu[], report: ImportReport) {
  // A menu has an id of its own only in an exported table.
  const empty = menus.filter((menu, index) => !hasItems(menu) && sources[index]?.id === undefined)
  const names = empty.map(({ name }) => name)
  if (names.length === menus.length) {
    const problem = names.length === 0 ? NO_MENU : `There are no items for the menu ${names.join(', ')}.`
    throw new ImportError([...report.lines(), problem].join('\n'))
  }
  for (const name of names) report.addLoss(EMPTY_MENU, name)
}

/** @throws {CommandError} if neither the menu nor an option has a name */
function withOptions(menu: SourceMenu, options: FormatOptions): SourceMenu {
  const name = menu.name || (options.menuName ?? '')
  if (name === '') throw new CommandError('The file does not name its menu: add --menu-name NAME.')
  return {
    ...menu,
    id: options.menuId ?? menu.id,
    name,
    location: firstNonNull(menu.location, options.location),
    restaurantName: firstNonNull(menu.restaurantName, options.restaurant),
  }
}

function withoutEmptyGroups<Parent extends { readonly groups: readonly SourceGroup[] }>(
  parent: Parent,
  report: ImportReport,
): Parent {
  const groups = parent.groups
    .map((group) => withoutEmptyGroups(group, report))
    .filter(({ items, groups: children, keepEmpty }) => {
      const isKept = items.length > 0 || children.length > 0 || keepEmpty === true
      if (!isKept) report.addNote(EMPTY_GROUP)
      return isKept
    })
  return { ...parent, groups }
}
