import { Argument, Command } from 'commander'
import { CommandError } from '../../command-error.ts'
import { listMenus, setPrice, setStock } from '../../menu/admin-queries.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { note, printJson, printTable } from '../shared/output.ts'
import { readPrice } from '../shared/values.ts'
import { showMenu, toJson } from './show.ts'

const list = new Command('list')
  .description('list all menus')
  .option('--json', 'print JSON')
  .addHelpText('after', examples('signage menus list'))
  .action(async ({ json }: { json?: true }) => {
    const menus = await withDatabase('read', listMenus)
    if (json) return printJson(menus.map(toJson))
    printTable(
      ['ID', 'NAME', 'LOCATION', 'GROUPS', 'ITEMS'],
      menus.map((menu) => [
        menu.id,
        menu.name,
        menu.location_name ?? '-',
        String(menu.groups),
        String(menu.items),
      ]),
    )
  })

const stock = new Command('stock')
  .description('mark an item as in stock or out of stock')
  .argument('<item>', 'the id of the item')
  .addArgument(new Argument('<state>', 'in or out').choices(['in', 'out']))
  .addHelpText('after', examples('signage menus stock tomato-soup out'))
  .action(async (item: string, state: 'in' | 'out') => {
    const found = await withDatabase('write', (database) => setStock(database, item, state === 'in'))
    requireFound(found, item)
    note(`${item} is ${state === 'in' ? 'in' : 'out of'} stock.`)
  })

const price = new Command('price')
  .description('set or remove the price of an item')
  .argument('<item>', 'the id of the item')
  .argument('<price>', 'a number such as 8.5, or none', readPrice)
  .addHelpText(
    'after',
    examples('signage menus price tomato-soup 8.5', 'signage menus price tomato-soup none'),
  )
  .action(async (item: string, amount: number | null) => {
    const found = await withDatabase('write', (database) => setPrice(database, item, amount))
    requireFound(found, item)
    note(amount === null ? `${item} has no price.` : `${item} costs ${amount}.`)
  })

function requireFound(found: boolean, item: string): void {
  if (found) return
  throw new CommandError(`There is no item ${item}: "signage menus show MENU" lists the items of a menu.`)
}

export const menusCommand = new Command('menus')
  .description('show menus, and change the stock and prices of items')
  .addCommand(list)
  .addCommand(showMenu)
  .addCommand(stock)
  .addCommand(price)
