import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

const convertCsv = (lines: readonly string[], options: Partial<FormatOptions> = {}) =>
  convert('menu.csv', lines.join('\n'), { menuName: 'Lunch', ...options })

/** The first item, and the report. */
async function firstItem(lines: readonly string[], options: Partial<FormatOptions> = {}) {
  const { menus, lines: report } = await convertCsv(lines, options)
  return { item: menus[0]?.groups[0]?.items[0], report }
}

describe('columns with the prices of sizes', () => {
  test.each([
    'Item,Price Small,Price Large',
    'Item,Small Price,Large price',
    'Item,Price (Small),Price (Large)',
    'Item,Price: Small,Price: Large',
    'Item,Small (Price),Large (Price)',
    'Item,Preis Small,Preis Large',
    'Item,price_Small,price-Large',
  ])('%s', async (headings) => {
    const { item, report } = await firstItem([headings, 'Latte,3.50,$4.50'])
    expect(item).toMatchObject({
      name: 'Latte',
      price: null,
      items: [
        { name: 'Small', price: 3.5 },
        { name: 'Large', price: 4.5 },
      ],
    })
    expect(report).toEqual([])
  })

  test('an empty cell, or a dash, is a size that the item does not have', async () => {
    const { item } = await firstItem(['Item,Price S,Price M,Price L', 'Latte,,–,4'])
    expect(item).toMatchObject({ price: null, items: [{ name: 'L', price: 4 }] })
  })

  test('the sizes are in stock if the item is', async () => {
    const { item } = await firstItem(['Item,Price S,Price L,In stock', 'Latte,3,4,', 'Tea,2,3,x'])
    expect(item).toMatchObject({ inStock: false, items: [{ inStock: false }, { inStock: false }] })
  })

  test('a wrong price names its own column', async () => {
    await expect(convertCsv(['Item,Price S,Price L', 'Latte,3,big'])).rejects.toThrow(
      'menu.csv: row 2, column Price L: must be a price',
    )
  })

  test('with a column of prices or of sizes they are not read, and named', async () => {
    const { report } = await firstItem(['Item,Price,Price S,Price L', 'Latte,3,4,5'])
    expect(report).toEqual([
      '2 columns are not read, because there is a column of prices as well: if these are sizes, call that one by its size, too, such as Price Regular: Price S, Price L.',
    ])
    const withSize = await firstItem(['Item,Size,Price S,Price L', 'Latte,3,4,5'])
    expect(withSize.report).toEqual([
      '1 table has no prices, because no column is known to be that of the prices for guests: name it with --column price=HEADING: menu.csv.',
      '2 columns are not read, because their headings are not known: Price S, Price L.',
    ])
  })

  test.each([
    ['Cost Price,Price Large', [{ name: 'Large', price: 4 }]],
    ['Price per person,Price type', [{ name: 'per person', price: 3 }]],
    ['Price Large,Tags', [{ name: 'Large', price: 3 }]],
  ])('%s are one size', async (headings, sizes) => {
    const { item } = await firstItem([`Item,${headings}`, 'Latte,3,4'])
    expect(item).toMatchObject({ price: null, items: sizes })
    expect(item?.items).toHaveLength(1)
  })

  test.each(['Price Large,Price L', 'Price R,Price L'])(
    '%s are sizes, also where a letter is the sign of a currency',
    async (headings) => {
      const { item } = await firstItem([`Item,${headings}`, 'Latte,3,4'])
      expect(item?.items).toHaveLength(2)
    },
  )

  test('a heading that is there twice has one hint, and that works', async () => {
    await expect(convertCsv(['Item,Price,Price', 'Latte,3,4'])).rejects.toThrow(
      /^menu.csv: has several columns that are called Price: call them by their sizes, such as Price Small and Price Large\. Its headings are Item, Price, Price$/,
    )
    const { item } = await firstItem(['Item,Price Small,Price Large', 'Latte,3,4'])
    expect(item?.items).toHaveLength(2)
    await expect(convertCsv(['Item,Item', 'Latte,3'])).rejects.toThrow(
      /^menu.csv: has several columns that are called Item: rename all but one\. Its headings are Item, Item$/,
    )
  })
})

describe('rows with nothing but a name', () => {
  test('may be a category or a footer, which the report says', async () => {
    const { menus, lines, hasLosses } = await convertCsv([
      'Item,Price',
      'Starters,',
      'Soup,8',
      'All prices incl. VAT,',
    ])
    expect(lines).toEqual([
      'menu.csv: rows 2 (Starters), 4 (All prices incl. VAT) have nothing but a name, and became items without prices: if they are groups, write their names in a column Category in the rows of their items; if they are notes, delete the rows.',
    ])
    expect(hasLosses).toBe(false)
    expect(menus[0]?.groups[0]?.items).toHaveLength(3)
  })

  test('in the column of groups, too, with the sheet', async () => {
    const rows = [
      ['Category', 'Item', 'Price'],
      ['Soups', null, null],
      ['Soups', 'Tomato', 8],
      ['Allergens: ask us', null, null],
    ]
    const { lines } = await convert('menu.xlsx', await workbookOf([{ name: 'Lunch', rows }]))
    expect(lines).toEqual([
      'menu.xlsx: sheet Lunch, row 4 (Allergens: ask us) has nothing but a name, and became an empty group: if it is a note, delete the row.',
    ])
  })

  test('are not named in tables without prices, or if other rows have the sizes of the item', async () => {
    expect((await convertCsv(['Item,Price', 'Soup,', 'Salad,'])).lines).toEqual([])
    expect((await convertCsv(['Item,Size,Price', 'Latte,,', 'Latte,S,3'])).lines).toEqual([])
  })
})

describe('--without-sheet', () => {
  const MENU = {
    name: 'Lunch',
    rows: [
      ['Item', 'Price'],
      ['Soup', 8],
    ],
  }
  const NOTES = { name: "Chef's notes", rows: [['Please read this first.'], ['Prices are from May.']] }

  test('leaves out a sheet, and the error of a sheet that is no menu names it', async () => {
    const content = await workbookOf([MENU, NOTES])
    await expect(convert('menu.xlsx', content)).rejects.toThrow(
      `menu.xlsx: sheet Chef's notes: has no column that is known to be the item: name it with --column item=HEADING, and likewise the group, size, price if there is one, or leave this sheet out with --without-sheet 'Chef'\\''s notes'. Its headings are`,
    )
    const { menus } = await convert('menu.xlsx', content, { withoutSheet: ["Chef's notes"] })
    expect(menus.map(({ name }) => name)).toEqual(['Lunch'])
  })

  test('must name a sheet', async () => {
    await expect(convert('menu.xlsx', await workbookOf([MENU]), { withoutSheet: ['Wine'] })).rejects.toThrow(
      '--without-sheet must name a sheet that has anything in it, and they are Lunch, got Wine.',
    )
    await expect(convertCsv(['Item', 'Soup'], { withoutSheet: ['Wine'] })).rejects.toThrow('there are none')
  })
})

describe('a column of prices whose heading names their currency', () => {
  test.each([
    ['Price (JPY)', '250.5', 251],
    ['Price JPY', '250', 250],
    ['JPY price', '250', 250],
    ['Price in €', '4,50', 4.5],
    ['Preis (EUR)', '4.5', 4.5],
  ])('%s: %s is %d', async (heading, price, expected) => {
    const { item } = await firstItem([`Item,"${heading}"`, `Latte,"${price}"`])
    expect(item).toMatchObject({ name: 'Latte', price: expected, items: [] })
  })

  test('is read in the currency that is asked for, or not at all', async () => {
    const lines = ['Item,Price (EUR)', 'Latte,4']
    expect((await firstItem(lines, { currency: 'EUR' })).item?.price).toBe(4)
    const { item, report } = await firstItem(lines, { currency: 'USD' })
    expect(item?.price).toBeNull()
    expect(report).toEqual(['1 item has no price in USD: Latte.'])
  })

  test('does not change the currency of a price that has one', async () => {
    const lines = ['Item,Price (EUR)', 'Latte,$4', 'Tea,3']
    expect((await firstItem(lines, { currency: 'USD' })).item?.price).toBe(4)
  })

  test('of several columns, --currency or --column says which one is read', async () => {
    const lines = ['Item,Price USD,Price EUR', 'Latte,5,4']
    const notRead = 'not read, because a menu has prices in one currency, which --currency names'
    expect((await firstItem(lines, { column: new Map([['price', 'Price EUR']]) })).item?.price).toBe(4)
    expect(await firstItem(lines, { currency: 'EUR' })).toMatchObject({
      item: { price: 4 },
      report: [`1 column is ${notRead}: Price USD.`],
    })
    await expect(firstItem(lines)).rejects.toThrow(
      'has prices in several currencies (Price USD, Price EUR), of which --currency chooses one: name it with --column price=HEADING',
    )
  })
})

test('many columns of sizes and many rows take a time that grows with what is in the cells', async () => {
  const headings = Array.from({ length: 70_000 }, (_, n) => `Price ${n + 1} g`)
  const rows = Array.from({ length: 60_000 }, (_, n) => `Soup ${n},8`)
  const { menus } = await convertCsv([['Item', ...headings].join(','), ...rows])
  const items = menus[0]?.groups?.[0]?.items
  expect(items).toHaveLength(60_000)
  expect(items?.at(-1)).toMatchObject({ name: 'Soup 59999' })
})
