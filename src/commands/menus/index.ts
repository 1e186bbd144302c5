import { Argument } from 'commander'
import { counted } from '../../lib/text/format-number.ts'
import type { MenuRow } from '../../menu/menu-rows.ts'
import { listMenus } from '../../menu/queries.ts'
import { readTrees } from '../../menu/repository.ts'
import type { Group, Item } from '../../menu/schema.ts'
import { changeItemNow, type ItemChange } from '../../menu/write/change-item.ts'
import { removeMenus } from '../../menu/write/write-menus.ts'
import type { Database } from '../../storage/database.ts'
import { Command, type Flags } from '../shared/command.ts'
import { print, printFields, printTable, printToStderr } from '../shared/output.ts'
import { requireItem, requireMenu } from '../shared/require.ts'
import { parsePrice } from '../shared/values.ts'
import { checkCommand } from './check.ts'

const list = new Command('list')
  .description('list all menus')
  .examples('signage menus list')
  .reads(
    (database) => listMenus(database),
    (menus) =>
      printTable(
        ['ID', 'NAME', 'LOCATION', 'GROUPS', 'ITEMS'],
        menus.map(({ id, name, location_name, groups, items }) => [id, name, location_name, groups, items]),
      ),
    (menus) => menus.map(toJson),
  )

const show = new Command('show')
  .description('show a menu with its groups and items')
  .argument('<id>', 'the id of the menu')
  .option('--ids', 'with the ids of groups and items')
  .examples('signage menus show lunch', 'signage menus show lunch --ids')
  .reads(findMenu, printMenu, ({ groups, ...menu }) => ({ ...toJson(menu), groups }))

type FoundMenu = Awaited<ReturnType<typeof findMenu>>

function printMenu({ groups, ...menu }: FoundMenu, { ids }: Flags<'ids'>): void {
  const { id, name, location_name: location, restaurant_name: restaurant } = menu
  printFields({ id, name, location, restaurant })
  print('')
  const rows = [['NAME', 'TYPE', 'PRICE', 'STOCK', 'ID'], ...groups.flatMap((group) => groupRows(group, ''))]
  const [headings = [], ...others] = ids ? rows : rows.map((row) => row.slice(0, -1))
  printTable(headings, others)
}

function toJson<Menu extends MenuRow>({ location_name, restaurant_name, ...menu }: Menu) {
  return { ...menu, location: { name: location_name, restaurantName: restaurant_name } }
}

async function findMenu(database: Database, id: string) {
  const { items: _items, keys: _keys, ...menu } = await requireMenu(database, id)
  const { trees } = await readTrees(database, [menu])
  return { ...menu, groups: trees[0] ?? [] }
}

function groupRows({ id, name, groups, items }: Group, indent: string): string[][] {
  return [
    [`${indent}${name}`, 'group', '', '', id],
    ...items.flatMap((item) => itemRows(item, `${indent}  `)),
    ...groups.flatMap((group) => groupRows(group, `${indent}  `)),
  ]
}

function itemRows({ id, name, price, inStock, items }: Item, indent: string): string[][] {
  return [
    [`${indent}${name}`, 'item', String(price ?? '-'), inStock ? 'in' : 'out', id],
    ...items.flatMap((item) => itemRows(item, `${indent}  `)),
  ]
}

const ITEM = 'the id of the item'
const MENU = 'the id of its menu, if several menus have the item'

const stock = new Command('stock')
  .description('mark an item as in stock or out of stock')
  .argument('<item>', ITEM)
  .addArgument(new Argument('<state>', 'in or out').choices(['in', 'out']))
  .option('--menu <id>', MENU)
  .examples('signage menus stock tomato-soup out', 'signage menus stock tomato-soup out --menu lunch')
  .writes(async (database, item: string, state: 'in' | 'out', { menu }: MenuFlag) => {
    const id = await changeOne(database, item, menu, { inStock: state === 'in' }, 'menus stock')
    printToStderr(`${id} is ${state === 'in' ? 'in' : 'out of'} stock.`)
  })

const price = new Command('price')
  .description('set or remove the price of an item')
  .argument('<item>', ITEM)
  .argument('<price>', 'a number such as 8.5, or none', parsePrice)
  .option('--menu <id>', MENU)
  .examples('signage menus price tomato-soup 8.5', 'signage menus price tomato-soup none')
  .writes(async (database, item: string, amount: number | null, { menu }: MenuFlag) => {
    const id = await changeOne(database, item, menu, { price: amount }, 'menus price')
    printToStderr(amount === null ? `${id} has no price.` : `${id} costs ${amount}.`)
  })

interface MenuFlag {
  readonly menu?: string
}

/** @returns the id of the item */
async function changeOne(
  database: Database,
  item: string,
  menu: string | undefined,
  change: ItemChange,
  command: string,
) {
  const { id, menu_id: menuId } = await requireItem(database, item, menu)
  await changeItemNow(database, { menuId, itemId: id }, change, { nowMs: Date.now(), command })
  return id
}

const deleteCommand = new Command('delete')
  .description('delete a menu, with its groups and items')
  .argument('<id>', 'the id of the menu')
  .examples('signage menus delete lunch')
  .deletes(async (database, id) => {
    const { name, groups, items, keys } = await requireMenu(database, id)
    const contents = `${counted(groups, 'group')} and ${counted(items, 'item')}`
    const what = `the menu ${id} (${name}) with ${contents}, granted to ${counted(keys, 'key')}`
    const origin = { nowMs: Date.now(), command: 'menus delete' }
    return { what, statements: removeMenus([{ id, name }], origin) }
  })

export const menusCommand = new Command('menus')
  .description('show, check and delete menus, and change the stock and prices of items')
  .addCommands(list, show, checkCommand, deleteCommand, stock, price)
