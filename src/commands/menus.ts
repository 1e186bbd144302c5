import { Argument, Command, InvalidArgumentError } from 'commander'
import { CommandError } from '../command-error.ts'
import { listMenus, setPrice, setStock } from '../menu/admin-queries.ts'
import { withDatabase } from './shared/database.ts'
import { note, printJson, printTable } from './shared/output.ts'

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
    requireFound(found, item)
    note(`${item} is ${state === 'in' ? 'in' : 'out of'} stock.`)
  })

const price = new Command('price')
  .description('set the price of an item')
  .argument('<item>', 'the id of the item')
  .argument('<price>', 'a number such as 8.5, or none', readPrice)
  .action(async (item: string, amount: number | null) => {
    const found = await withDatabase('write', (database) => setPrice(database, item, amount))
    requireFound(found, item)
    note(amount === null ? `${item} has no price.` : `${item} costs ${amount}.`)
  })

function readPrice(text: string): number | null {
  if (text === 'none') return null
  const amount = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(amount)) return amount
  throw new InvalidArgumentError('It must be a number such as 8.5, or none.')
}

function requireFound(found: boolean, item: string): void {
  if (!found) throw new CommandError(`There is no item with the id ${item}.`)
}

export const menusCommand = new Command('menus')
  .description('menus and what is in them')
  .addCommand(list)
  .addCommand(stock)
  .addCommand(price)
