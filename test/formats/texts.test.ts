import { describe, expect, test } from 'vitest'
import { convertMenu } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

/* Texts are what people see of them, in all formats: entities, composed characters, and no invisible ones. */

const NAME = ' Mac &#8217;n&#8217;\u00a0Che\u200bese &amp; Pure\u0301e\u200f '
const READ = 'Mac ’n’ Cheese & Purée'
/** The same with other entities and invisible characters. */
const OTHER = '\ufeffFish &#x26;\u202fChips &lt;3 &nbsp;&eacute;\u2060'
const OTHER_READ = 'Fish & Chips <3 é'

const FILES: Record<string, (name: string) => string | object | Promise<Uint8Array>> = {
  'table.csv': (name) => `Category;Item;Price\n"${name}";"${name}";8`,
  'table.xlsx': (name) =>
    workbookOf([
      {
        name: 'Lunch',
        rows: [
          ['Category', 'Item', 'Price'],
          [name, name, 8],
        ],
      },
    ]),
  'square-items.csv': (name) => `Token,Item Name,Category,Price\nT,"${name}","${name}",8`,
  'square.json': (name) => ({
    objects: [
      { type: 'CATEGORY', id: 'C', category_data: { name } },
      {
        type: 'ITEM',
        id: 'I',
        item_data: {
          name,
          categories: [{ id: 'C' }],
          variations: [{ type: 'ITEM_VARIATION', id: 'V', item_variation_data: { name: 'Regular' } }],
        },
      },
    ],
  }),
  'toast.json': (name) => ({
    restaurantGuid: 'r',
    menus: [
      {
        guid: 'm',
        name: 'Lunch',
        menuGroups: [{ guid: 'g', name, menuItems: [{ guid: 'i', name, price: 8 }] }],
      },
    ],
  }),
  'schema-org.jsonld': (name) => ({
    '@context': 'https://schema.org',
    '@type': 'Menu',
    name: 'Lunch',
    hasMenuSection: { '@type': 'MenuSection', name, hasMenuItem: { '@type': 'MenuItem', name } },
  }),
}

describe.each(Object.entries(FILES))('%s', (file, contentOf) => {
  test.each([
    [NAME, READ],
    [OTHER, OTHER_READ],
    ['a &c; b & c', 'a &c; b & c'],
  ])('reads %j as people see it', async (written, name) => {
    const menu = await convertMenu(file, await contentOf(written), { menuName: 'Lunch' })
    expect(menu.groups).toMatchObject([{ name, items: [{ name }] }])
  })
})

test('what only looks like HTML stays in descriptions', async () => {
  const rows = ['Soup,Caf&eacute; <3 you', 'Stew,With a < b > c', 'Pie,<b>New</b> &amp; good']
  const menu = await convertMenu('menu.csv', `Item,Description\n${rows.join('\n')}`, { menuName: 'Lunch' })
  expect(menu.groups[0]?.items?.map(({ description }) => description)).toEqual([
    'Café <3 you',
    'With a < b > c',
    'New & good',
  ])
})

test.each(['\u200bItem', 'Item\u200d', '\ufeffItem', 'I\u00adtem', '\u200fItem\u200e', '\u00a0Item\u2060'])(
  'the heading %j is the item',
  async (heading) => {
    const menu = await convertMenu('menu.csv', `Category,${heading},Price\nSets,Hummus,25`, {
      menuName: 'Lunch',
    })
    expect(menu.groups).toMatchObject([{ name: 'Sets', items: [{ name: 'Hummus', price: 25 }] }])
  },
)

test('a cell with nothing but invisible characters is empty', async () => {
  const menu = await convertMenu('menu.csv', 'Item,Price\n\u200b,\ufeff\nSoup,\u200e8', { menuName: 'Lunch' })
  expect(menu.groups[0]?.items).toMatchObject([{ name: 'Soup', price: 8 }])
})

test('joiners in emoji and in words stay, and so do ids', async () => {
  const content = 'Item,id\n👩\u200d🍳 می\u200cخواهم,a&amp;e\u0301'
  const menu = await convertMenu('menu.csv', content, { menuName: 'Lunch' })
  expect(menu.groups[0]?.items).toMatchObject([{ name: '👩\u200d🍳 می\u200cخواهم', id: 'a&amp;e\u0301' }])
})
