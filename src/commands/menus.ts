import { Argument, Command } from 'commander'
import { listMenus, setStock } from '../menu/administration.ts'
import { Refusal } from '../refusal.ts'
import { withDatabase } from './database.ts'
import { note, printJson, printTable } from './output.ts'

const list = new Command('list')
  .description('list all menus')
  .option('--json', 'as JSON')
  .action(async ({ json }: { json?: true }) => {
    const menus = await withDatabase('read', listMenus)
    if (json)
      return printJson(
        menus.map(({ location_name, restaurant_name, ...menu }) => ({
          ...menu,
          location: { name: location_name, restaurantName: restaurant_name },
        })),
      )
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
  .description('mark an item in or out of stock')
  .argument('<item>', 'the id of the item')
  .addArgument(new Argument('<state>', 'in or out').choices(['in', 'out']))
  .action(async (item: string, state: 'in' | 'out') => {
    const found = await withDatabase('write', (database) => setStock(database, item, state === 'in'))
    if (!found) throw new Refusal(`There is no item with the id ${item}.`)
    note(`${item} is ${state === 'in' ? 'in' : 'out of'} stock.`)
  })

export const menusCommand = new Command('menus')
  .description('menus and what is in them')
  .addCommand(list)
  .addCommand(stock)
