import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert } from '../support/convert.ts'

/* Traits of tables from owners and programs of many countries. */

const read = (rows: readonly string[], options: Partial<FormatOptions> = {}) =>
  convert('menu.csv', rows.join('\n'), { menuName: 'House', ...options })

/** The items of all groups, each as a text: its group, name and price, and whether it is sold out. */
async function itemsOf(...rows: readonly string[]): Promise<readonly string[]> {
  const { menus } = await read(rows)
  return (menus[0]?.groups ?? []).flatMap(({ name: group, items }) =>
    items.map(
      ({ name, price, inStock }) => `${group}: ${name} ${price}${inStock === false ? ' sold out' : ''}`,
    ),
  )
}

describe('prices', () => {
  test.each([
    ['가격,"9,000원"', 9000],
    ['가격(원),"9,000원"', 9000],
    ['ราคา (บาท),120', 120],
    ['ราคา,"1,200.- บาท"', 1200],
    ['Preis,"1.200,-"', 1200],
    ['Preis,"1\'200.-"', 1200],
    ['Giá,65.000đ', 65000],
    ['Ціна,120 грн', 120],
    ["Price,'12.50", 12.5],
    ['Price,"’19,80"', 19.8],
  ])('%s are %d', async (column, price) => {
    const [heading = '', cell = ''] = column.split(/,(.*)/)
    expect(await itemsOf(`Name,${heading}`, `A,${cell}`)).toEqual([`House: A ${price}`])
  })

  test('of calories, an apostrophe makes no text', async () => {
    const { menus } = await read(['Name,Calories', "A,'450"])
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ calories: 450 }])
  })
})

describe('stock', () => {
  test.each(['checked', '✓', '✔️', '•', 'X'])(
    'of a column with nothing but %s and empty cells',
    async (mark) => {
      expect(await itemsOf('Name,Price,Available?', `A,1,${mark}`, 'B,2,')).toEqual([
        'House: A 1',
        'House: B 2 sold out',
      ])
    },
  )
})

describe('headings in wrong places', () => {
  test('of a second table below the first are refused', async () => {
    const rows = ['LUNCH', 'Item,Price', 'Soup,5', '', 'DINNER', 'Item,Price', 'Steak,24']
    await expect(read(rows)).rejects.toThrow('row 6, column Item: must not have the headings again')
  })

  test('of a table on its side are refused', async () => {
    const rows = ['Name,Stew,Pie', 'Category,Mains,Mains', 'Price,12,10']
    await expect(read(rows)).rejects.toThrow('menu.csv: has its headings in the first column')
  })

  test('are names in an exported table, and one alone is', async () => {
    expect(await itemsOf('Item,Price,Id', 'Item,1,a', 'Price,2,b')).toEqual([
      'House: Item 1',
      'House: Price 2',
    ])
    expect(await itemsOf('Item,Description', 'Food,hot', 'Size,large')).toHaveLength(2)
  })
})

describe('notes below a table', () => {
  test.each([
    'Opening hours,Mon-Fri 11-22',
    'Info,11:00 - 22:00',
    'Info,www.example.invalid',
    'Info,hello@example.invalid',
    'Info,+49 30 1234567 8',
    'Öffnungszeiten,täglich',
    'Godziny,pn–pt: 11-22',
    '영업시간,매일',
  ])('are named: %s', async (note) => {
    const { lines } = await read(['Category,Dish,Price', 'Mains,Stew,12', note])
    expect(lines).toEqual([
      expect.stringMatching(/^menu.csv: row 3 \(.*\) has no price and looks like a note/),
    ])
  })

  test.each([
    'Mains,Pie 8-12 persons',
    'Mains,7-Up',
    'Mains,Mo-Mo dumplings',
    'Mains,Sun-dried tomatoes 200 g',
  ])('are no items without a price: %s', async (item) => {
    expect((await read(['Category,Dish,Price', 'Mains,Stew,12', item])).lines).toEqual([])
  })
})

test('courses and the categories of shops are groups', async () => {
  expect(await itemsOf('Course,Dish,Price', 'Starter,Soup,5')).toEqual(['Starter: Soup 5'])
  expect(await itemsOf('Name,Categories,Price', 'Tea,Drinks,2')).toEqual(['Drinks: Tea 2'])
})

test('pictures in headings say nothing', async () => {
  expect(await itemsOf('🍽️ Category,🍔 Item,💶 Price', 'Mains,Burger 🔥,12')).toEqual(['Mains: Burger 🔥 12'])
})

describe('prices in cents', () => {
  test.each(['price_cents', 'Price (cents)', 'Price in pence'])('are refused: %s', async (heading) => {
    const rows = [`Name,${heading}`, 'Latte,350']
    const problem = `menu.csv: has prices in cents (${heading}): divide them by 100, and call the column Price.`
    await expect(read(rows)).rejects.toThrow(problem)
    await expect(read(rows, { column: new Map([['price', heading]]) })).rejects.toThrow(problem)
  })
})

test.each(['Unit', 'Price unit', 'Einheit'])('what prices are for is asked for: %s', async (heading) => {
  const rows = [`Dish,Price,${heading}`, 'Ham,12.5,100 g']
  expect((await read(rows)).lines).toEqual([
    `1 column is not read, although it may say what the prices are for (if so, name it with --column size=HEADING): ${heading}.`,
  ])
  const { menus } = await read(rows, { column: new Map([['size', heading]]) })
  expect(menus[0]?.groups[0]?.items[0]?.items).toMatchObject([{ name: '100 g', price: 12.5 }])
})

test.each([`"['vegan', 'new']"`, '"[""vegan"",""new""]"', 'vegan; new'])(
  'tags may be a list of a program: %s',
  async (cell) => {
    const { menus } = await read(['Item,Tags', `Soup,${cell}`])
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ tags: ['vegan', 'new'] }])
  },
)
