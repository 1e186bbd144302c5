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
import { parsePriceArgument } from '../shared/values.ts'
import { checkCommand } from './check.ts'

const list = new Command('list')
  .description('list all menus')
  .examples('signage menus list')
  .reads(
    (database) => listMenus(database),
    (menus) =>
      printTable(menus, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        LOCATION: ({ location_name }) => location_name,
        GROUPS: ({ groups }) => groups,
        ITEMS: ({ items }) => items,
      }),
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
  const contents = groups.flatMap((group) => contentsOf(group, ''))
  printTable(contents, {
    NAME: ({ node, indent }) => `${indent}${node.name}`,
    TYPE: ({ node }) => ('groups' in node ? 'group' : 'item'),
    PRICE: ({ node }) => ('groups' in node ? '' : node.price),
    STOCK: ({ node }) => ('groups' in node ? '' : node.inStock ? 'in' : 'out'),
    ...(ids && { ID: ({ node }) => node.id }),
  })
}

type Content = { readonly node: Group | Item; readonly indent: string }

function contentsOf(node: Group | Item, indent: string): Content[] {
  const below = 'groups' in node ? [...node.items, ...node.groups] : node.items
  return [{ node, indent }, ...below.flatMap((child) => contentsOf(child, `${indent}  `))]
}

function toJson<Menu extends MenuRow>({ location_name, restaurant_name, ...menu }: Menu) {
  return { ...menu, location: { name: location_name, restaurantName: restaurant_name } }
}

async function findMenu(database: Database, id: string) {
  const { items: _items, keys: _keys, ...menu } = await requireMenu(database, id)
  const { trees } = await readTrees(database, [menu])
  return { ...menu, groups: trees[0] ?? [] }
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
  .argument('<price>', 'a number such as 8.5, or none', parsePriceArgument)
  .option('--menu <id>', MENU)
  .examples('signage menus price tomato-soup 8.5', 'signage menus price tomato-soup none')
  .writes(async (database, item: string, amount: number | null, { menu }: MenuFlag) => {
    const id = await changeOne(database, item, menu, { price: amount }, 'menus price')
    printToStderr(amount === null ? `${id} has no price.` : `${id} costs ${amount}.`)
  })

type MenuFlag = { readonly menu?: string }

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
    const authorship = { nowMs: Date.now(), command: 'menus delete' }
    return { what, statements: removeMenus([{ id, name }], authorship) }
  })

export const menusCommand = new Command('menus')
  .description('show, check and delete menus, and change the stock and prices of items')
  .addCommands(list, show, checkCommand, deleteCommand, stock, price)
