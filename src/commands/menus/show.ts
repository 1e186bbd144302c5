import { Command } from 'commander'
import { CommandError } from '../../command-error.ts'
import { listMenus } from '../../menu/admin-queries.ts'
import { loadTrees, type MenuRow } from '../../menu/repository.ts'
import type { Group, Item } from '../../menu/schema.ts'
import type { Database } from '../../storage/database.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { print, printField, printJson, printTable } from '../shared/output.ts'

/** `signage menus show`: a menu with its groups and items. */
export const showMenu = new Command('show')
  .description('show a menu with its groups and items')
  .argument('<id>', 'the id of the menu')
  .option('--json', 'print JSON')
  .addHelpText('after', examples('signage menus show lunch', 'signage menus show lunch --json'))
  .action(async (id: string, { json }: { json?: true }) => {
    const { groups, ...menu } = await withDatabase('read', (database) => findMenu(database, id))
    if (json) return printJson({ ...toJson(menu), groups })
    printField('id', [menu.id])
    printField('name', [menu.name])
    printField('location', [menu.location_name ?? '-'])
    printField('restaurant', [menu.restaurant_name ?? '-'])
    print('')
    printTable(
      ['NAME', 'TYPE', 'PRICE', 'STOCK', 'ID'],
      groups.flatMap((group) => groupRows(group, 0)),
    )
  })

/** A menu as the command prints it in JSON. */
export function toJson<Menu extends MenuRow>({ location_name, restaurant_name, ...menu }: Menu) {
  return { ...menu, location: { name: location_name, restaurantName: restaurant_name } }
}

async function findMenu(database: Database, id: string) {
  const menu = (await listMenus(database)).find((candidate) => candidate.id === id)
  if (menu === undefined) {
    throw new CommandError(`There is no menu ${id}: "signage menus list" shows all ids.`)
  }
  const { trees } = await loadTrees(database, [menu])
  const { id: menuId, name, location_name, restaurant_name, revision } = menu
  return { id: menuId, name, location_name, restaurant_name, revision, groups: trees[0] ?? [] }
}

function groupRows({ id, name, groups, items }: Group, depth: number): string[][] {
  return [
    [indent(name, depth), 'group', '', '', id],
    ...items.flatMap((item) => itemRows(item, depth + 1)),
    ...groups.flatMap((group) => groupRows(group, depth + 1)),
  ]
}

function itemRows({ id, name, price, inStock, items }: Item, depth: number): string[][] {
  return [
    [indent(name, depth), 'item', String(price ?? '-'), inStock ? 'in' : 'out', id],
    ...items.flatMap((item) => itemRows(item, depth + 1)),
  ]
}

function indent(name: string, depth: number): string {
  return `${'  '.repeat(depth)}${name}`
}
