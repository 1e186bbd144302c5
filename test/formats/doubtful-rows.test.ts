import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert } from '../support/convert.ts'

/** The items of a table, each as a text: its group, name, price and sizes; and what is said. */
async function read(rows: readonly string[], options: Partial<FormatOptions> = {}) {
  const { menus, lines, hasLosses } = await convert('menu.csv', rows.join('\n'), {
    menuName: 'House',
    ...options,
  })
  const items = (menus[0]?.groups ?? []).flatMap(({ name: group, items }) =>
    items.map(({ name, price, items: sizes }) => {
      const list = sizes.map((size) => `${size.name} ${size.price}`).join(', ')
      return `${group}: ${name} ${list || price}`
    }),
  )
  return { items, lines, hasLosses }
}

describe('a price of 0', () => {
  test.each([
    [['Item,Price Small,Price Large', 'Tea,2,0'], 'row 2 (Tea > Large)'],
    [['Item,Size,Price', 'Tea,Small,2', 'Tea,Large,0.00'], 'row 3 (Tea > Large)'],
    [['Item,Price', 'Tea,$0'], 'row 2 (Tea)'],
  ])('is named with its row: %j', async (rows, label) => {
    const { lines, hasLosses } = await read(rows)
    expect(lines).toEqual([
      `1 price is 0, which may mean that there is none (leave the cell empty, or write free): ${label}.`,
    ])
    expect(hasLosses).toBe(true)
  })

  test('that is meant is no fault: free, or in an exported table', async () => {
    expect((await read(['Item,Price', 'Tap water,free'])).lines).toEqual([])
    expect((await read(['Item,Price,Id', 'Tap water,0,a'])).lines).toEqual([])
  })
})

describe('rows with figures of others', () => {
  test.each([
    ['Average'],
    ['Count'],
    ['Minimum order'],
    ['Mains Total'],
    ['Subtotal Mains'],
    ['Total for Mains:'],
    ['Mains - Subtotal'],
    ['Sum'],
    ['Summe'],
    ['Durchschnitt'],
    ['Mindestbestellwert: 20'],
    ['Moyenne'],
    ['Sous-total'],
    ['Totale'],
    ['Średnia'],
    ['合計'],
    ['합계'],
    ['סה"כ'],
    ['รวม'],
  ])('are left out, and named: %s', async (name) => {
    const cell = `"${name.replaceAll('"', '""')}"`
    const rows = ['Category,Item,Price', 'Mains,Stew,12', `,${cell},12`]
    expect(await read(rows)).toEqual({
      items: ['Mains: Stew 12'],
      lines: [`1 row is left out, because it is a total and no item: row 3 (${name}).`],
      hasLosses: true,
    })
  })

  test('also in the column of groups, as Excel writes them', async () => {
    const rows = ['Category,Item,Price', 'Mains,Stew,12', 'Mains Total,,12', 'Grand Total,,12']
    expect((await read(rows)).items).toEqual(['Mains: Stew 12'])
  })

  test.each([
    'Total Eclipse',
    'Count Dracula',
    'Minimum Chips',
    'Average Joe Burger',
    'Sumac Salad',
    'Mini Max',
    'Max',
    'Dim Sum',
    'Dim sum and count',
  ])('are none where it is the name of a dish: %s', async (name) => {
    const { items, lines } = await read(['Item,Price', 'Stew,9', `${name},12`])
    expect(items).toEqual(['House: Stew 9', `House: ${name} 12`])
    expect(lines).toEqual([])
  })

  test('are items of an exported table', async () => {
    const { items } = await read(['Group,Item,Price,Id', 'Mains,Total,12,a'])
    expect(items).toEqual(['Mains: Total 12'])
  })
})

describe('a cell with several groups', () => {
  const named = (names: string, number = 1) =>
    `${number} ${number === 1 ? 'group has a name that may list' : 'groups have names that may list'} several (repeat the row for each group that the item is in): ${names}.`

  test.each([
    [['"Starters, Specials",Soup,5'], named('Starters, Specials')],
    [
      ['Starters,Soup,5', '"Starters, Specials",Pie,6', '"Starters, Specials",Tart,7'],
      named('Starters, Specials'),
    ],
    [
      ['Mains; Specials,Soup,5', 'Mains; Specials,Pie,6', 'Sides; Specials,Rice,3', 'Sides; Specials,Peas,3'],
      named('Mains; Specials, Sides; Specials', 2),
    ],
  ])('is named: %j', async (rows, line) => {
    const { lines, hasLosses } = await read(['Category,Item,Price', ...rows])
    expect(lines).toEqual([line])
    expect(hasLosses).toBe(true)
  })

  test('is a name where several items have it, and no other group has a part of it', async () => {
    const rows = ['"Soups, Salads & Starters",Soup,5', '"Soups, Salads & Starters",Pie,6', 'Mains,Stew,9']
    expect((await read(['Category,Item,Price', ...rows])).lines).toEqual([])
  })
})

describe('a name with a note that it is sold out', () => {
  test.each([
    'Soup (sold out)',
    'Soup - 86',
    "Soup (86'd)",
    'Suppe (ausverkauft)',
    'Soup SOLD OUT',
    '*Sold out* Soup',
    'Soup [sold out until Friday]',
    'Soupe – épuisé',
    'Zupa (wyprzedane)',
    'スープ（売り切れ）',
    '국수 (품절)',
  ])('is named: %s', async (name) => {
    const { items, lines, hasLosses } = await read(['Item,Price', `${name},5`])
    expect(items).toEqual([`House: ${name} 5`])
    expect(lines).toEqual([
      `1 name says that something is sold out, but nothing else does (write yes in a column Sold out instead): row 2 (${name}).`,
    ])
    expect(hasLosses).toBe(true)
  })

  test.each(['Route 86 Burger', '86 Proof Bourbon', 'Soup 86', 'Pinot (86 points)'])(
    'is none in %s',
    async (name) => {
      expect((await read(['Item,Price', `${name},5`])).lines).toEqual([])
    },
  )

  test('says nothing new where a column says it', async () => {
    expect((await read(['Item,Price,Sold out', 'Soup (sold out),5,yes'])).lines).toEqual([])
  })
})
