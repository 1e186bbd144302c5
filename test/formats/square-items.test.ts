import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert, convertMenu } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

const LUNCH = { menuName: 'Lunch' }

/** Converts a library whose lines have these headings, and returns its groups and the lines of the report. */
async function read(headings: string, lines: readonly string[], options: Partial<FormatOptions> = {}) {
  const {
    format,
    menus,
    lines: report,
  } = await convert('items.csv', [headings, ...lines].join('\n'), { ...LUNCH, ...options })
  expect(format).toBe('square-items')
  return { groups: menus[0]?.groups ?? [], report }
}

/** The items of the first group. */
async function itemsOf(...parameters: Parameters<typeof read>) {
  return (await read(...parameters)).groups[0]?.items ?? []
}

describe("square-items: Square's item library", () => {
  test('is detected by its headings, in CSV and in XLSX, also below an introduction', async () => {
    const rows = [['Square item library'], [], ['Token', 'Item Name', 'Price'], ['T1', 'Soup', 8]]
    const { format, menus } = await convert(
      'library.xlsx',
      await workbookOf([{ name: 'Items', rows }]),
      LUNCH,
    )
    expect(format).toBe('square-items')
    expect(menus).toMatchObject([
      {
        name: 'Lunch',
        groups: [{ name: 'Other', items: [{ id: 'square-items:T1', name: 'Soup', price: 8 }] }],
      },
    ])
    const csv = 'How to use this file\n\nToken,Item Name,Price\nT1,Soup,8'
    expect(await convertMenu('library.csv', csv, LUNCH)).toEqual(menus[0])
  })

  test('what is in a column without a heading is named, and is no item', async () => {
    const rows = [
      ['Token', 'Item Name', 'Price'],
      ['T1', 'Soup', 8, 'hot'],
      ['', '', '', 'checked by Anna'],
    ]
    const { menus, lines } = await convert('library.xlsx', await workbookOf([{ name: 'Items', rows }]), LUNCH)
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ name: 'Soup', price: 8 }])
    expect(lines).toEqual(['1 column is not read, because its heading is not known: column D.'])
  })

  test('many rows in many categories are refused before they fill the memory', async () => {
    const categories = Array.from({ length: 2000 }, (_, n) => `c${n}`).join()
    const lines = Array.from({ length: 2000 }, (_, n) => `T${n},I${n},"${categories}"`)
    await expect(read('Token,Item Name,Categories', lines)).rejects.toThrow(
      'must not become more than 250000 items',
    )
  })

  test('without --menu-name it is refused', async () => {
    await expect(convert('items.csv', 'Token,Item Name\nT1,Soup')).rejects.toThrow('add --menu-name NAME')
  })

  test('headings may be in any order', async () => {
    const items = await itemsOf('Price,Description,Item Name,Variation Name,Token', [
      '8,<p>Hot &amp; red</p>,Soup,Regular,T1',
    ])
    expect(items).toMatchObject([{ name: 'Soup', description: 'Hot & red', price: 8, items: [] }])
  })

  test('the customer-facing name wins where there is one', async () => {
    const lines = ['T1,SOUP-01,Soup of the day', 'T2,Bread,']
    expect(await itemsOf('Token,Item Name,Customer-facing Name', lines)).toMatchObject([
      { name: 'Soup of the day' },
      { name: 'Bread' },
    ])
  })

  test('an item without a name is an error', async () => {
    await expect(read('Token,Item Name', ['T1,Soup', 'T2,'])).rejects.toThrow(
      'items.csv: row 3, column Item Name: must name the item',
    )
  })
})

describe('variations', () => {
  test('are the rows that share a token', async () => {
    const lines = ['T1,Latte,Small,3', 'T1,Latte,Large,4']
    expect(await itemsOf('Token,Item Name,Variation Name,Price', lines)).toMatchObject([
      {
        id: 'square-items:T1',
        name: 'Latte',
        price: null,
        items: [
          { name: 'Small', price: 3 },
          { name: 'Large', price: 4 },
        ],
      },
    ])
  })

  test('without a name are called by their options', async () => {
    const lines = ['T1,Latte,,Small,Oat,3', 'T1,Latte,,Large,,4']
    const [latte] = await itemsOf('Token,Item Name,Variation Name,Option Value 1,Option Value 2,Price', lines)
    expect(latte?.items.map(({ name, price }) => [name, price])).toEqual([
      ['Small, Oat', 3],
      ['Large', 4],
    ])
  })

  test('are the rows that share an item name', async () => {
    const lines = ['V1,Latte,Small,3', 'V9,Tea,Regular,2', 'V2,Latte,Large,4']
    expect(await itemsOf('Token,Item Name,Variation Name,Price', lines)).toMatchObject([
      { name: 'Latte', items: [{ id: 'square-items:V1' }, { id: 'square-items:V2' }] },
      { id: 'square-items:V9', name: 'Tea', price: 2, items: [] },
    ])
  })
})

describe('items of one name', () => {
  const HEADINGS = 'Token,Item Name,Variation Name,Categories,Price'
  const tree = async (lines: readonly string[]) => {
    const { groups } = await read(HEADINGS, lines)
    return groups.map(({ name, items }) => [
      name,
      ...items.map((item) => [item.name, item.price, ...item.items.map((size) => size.price)]),
    ])
  }

  test.each([
    [
      'in other categories',
      ['T1,Salad,Regular,Starters,6', 'T2,Salad,Regular,Mains,11'],
      ['Starters', 'Mains'],
    ],
    ['in one category', ['T1,Salad,Regular,Mains,6', 'T2,Salad,Regular,Mains,11'], ['Mains']],
    ['without names of sizes', ['T1,Salad,,Mains,6', 'T2,Salad,,Mains,11'], ['Mains']],
    [
      'with sizes in other categories',
      ['T1,Salad,Side,Starters,6', 'T2,Salad,Full,Mains,11'],
      ['Starters', 'Mains'],
    ],
  ])('stay two by their tokens %s', async (_, lines, groups) => {
    const found = await tree(lines)
    expect(found.map(([name]) => name)).toEqual(groups)
    const items = found.flatMap(([, ...inGroup]) => inGroup)
    expect(items).toHaveLength(2)
    expect(items.map((item) => JSON.stringify(item))).toEqual([
      expect.stringContaining('6'),
      expect.stringContaining('11'),
    ])
  })

  test('are one with sizes by their tokens if names and category tell so', async () => {
    expect(await tree(['V1,Salad,Side,Mains,6', 'V2,Salad,Full,Mains,11'])).toEqual([
      ['Mains', ['Salad', null, 6, 11]],
    ])
  })
})

describe('prices', () => {
  test('may have signs and commas between thousands, or be variable', async () => {
    const lines = ['a,"$1,250"', 'b,$8.50', 'c,variable', 'd,', 'e,"2,000.00"']
    const items = await itemsOf(
      'Item Name,Variation Name,Price',
      lines.map((line) => line.replace(',', ',,')),
    )
    expect(items.map(({ price }) => price)).toEqual([1250, 8.5, null, null, 2000])
  })

  test('that are none are an error that names row and column', async () => {
    await expect(read('Token,Item Name,Price', ['T1,Soup,cheap'])).rejects.toThrow(
      'items.csv: row 2, column Price: must be a price',
    )
  })
})

describe('categories', () => {
  test('are groups that nest, and an item is in each of its own with different ids', async () => {
    const { groups } = await read('Token,Item Name,Categories', [
      'T1,Latte,"Drinks > Hot, Favourites"',
      'T2,Cola,Drinks',
    ])
    expect(groups).toMatchObject([
      { name: 'Drinks', items: [{ name: 'Cola' }], groups: [{ name: 'Hot', items: [{ name: 'Latte' }] }] },
      { name: 'Favourites', items: [{ name: 'Latte' }] },
    ])
    const ids = [groups[0]?.groups[0]?.items[0]?.id, groups[1]?.items[0]?.id]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^square-items:T1/)
  })

  test('are in Categories, or else in Category, or else in Reporting Category', async () => {
    const lines = ['T1,a,A,B,C', 'T2,b,,B,C', 'T3,c,,,C', 'T4,d,,,']
    const { groups } = await read('Token,Item Name,Categories,Category,Reporting Category', lines)
    expect(groups.map(({ name, items }) => [name, items.map((item) => item.name)])).toEqual([
      ['A', ['a']],
      ['B', ['b']],
      ['C', ['c']],
      ['Other', ['d']],
    ])
  })

  test('items without one are in a last group', async () => {
    const { groups } = await read('Token,Item Name,Category', ['T1,a,', 'T2,b,B'])
    expect(groups.map(({ name }) => name)).toEqual(['B', 'Other'])
  })
})

describe('locations', () => {
  const HEADINGS =
    'Token,Item Name,Enabled Main St,Current Quantity Main St,Enabled Harbour,Current Quantity Harbour'
  const LINES = ['T1,a,Y,3,N,', 'T2,b,Y,0,Y,1', 'T3,c,Y,,Y,', 'T4,d,N,5,Y,"1,000"']

  test('--location takes what is enabled there, and counts the rest', async () => {
    const { groups, report } = await read(HEADINGS, LINES, { location: 'main st' })
    expect(groups[0]?.items.map(({ name, inStock }) => [name, inStock])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
    expect(report).toEqual(['1 item is left out, because it is not enabled at main st.'])
  })

  test('a location without columns is refused with those that there are', async () => {
    await expect(read(HEADINGS, LINES, { location: 'Airport' })).rejects.toThrow(
      'items.csv: has no columns of the location Airport: it has columns of Main St, Harbour',
    )
  })

  test('without --location, everything is taken, and nothing is said about stock', async () => {
    const items = await itemsOf(HEADINGS, LINES)
    expect(items.map(({ inStock }) => inStock)).toEqual(Array(4).fill(undefined))
  })
})

describe('prices of locations', () => {
  const HEADINGS = 'Token,Item Name,Price,Price Quay,Price Main St'
  const LINES = ['T1,Latte,4.20,,4.80', 'T2,Scone,3.50,3.90,variable']
  const prices = async (location?: string) =>
    (await itemsOf(HEADINGS, LINES, { location })).map(({ price }) => price)

  test('are those of --location, and an empty one is that of all locations', async () => {
    expect(await prices('Quay')).toEqual([4.2, 3.9])
    expect(await prices('main st')).toEqual([4.8, null])
    expect(await prices()).toEqual([4.2, 3.5])
  })

  test('a fault is in their column', async () => {
    await expect(read(HEADINGS, ['T1,Latte,4,cheap,5'], { location: 'Quay' })).rejects.toThrow(
      'items.csv: row 2, column Price Quay: must be a price',
    )
  })

  test('an item that only has these is named without --location', async () => {
    const { groups, report } = await read(HEADINGS, ['T1,Latte,,4.20,4.80', 'T2,Tea,,,'])
    expect(groups[0]?.items.map(({ price }) => price)).toEqual([null, null])
    expect(report).toEqual([
      '1 item has no price, because it is priced by location (name one with --location): Latte.',
    ])
  })

  test('a unit and a price online are named', async () => {
    const { report } = await read('Token,Item Name,Price,Online Sale Price,Unit and Precision', [
      'T1,Ham,9,,lb .00',
      'T2,Roll,1,,',
      'T3,Bun,1,0.8,Per Item',
    ])
    expect(report).toEqual([
      '1 item loses the measure that its price is for: Ham (lb .00).',
      '1 item loses its sale price online: Bun.',
    ])
  })
})

describe('tokens of categories', () => {
  const names = async (...categories: readonly string[]) =>
    (
      await read(
        'Token,Item Name,Categories',
        categories.map((one, at) => `T${at},I${at},${one}`),
      )
    ).groups.map(({ name }) => name)

  test('are no part of their names', async () => {
    expect(await names('Coffee (6YFV2LGRRKPFYEIEN2ZRAGWR)', 'Wine (0.2 l)', 'Lunch (MONDAY)')).toEqual([
      'Coffee',
      'Wine (0.2 l)',
      'Lunch (MONDAY)',
    ])
  })

  test('may be short, if all categories have one', async () => {
    expect(await names('Coffee (CAT1)', 'Tea (CAT2)')).toEqual(['Coffee', 'Tea'])
    expect(await names('Coffee (CAT1)', 'Tea')).toEqual(['Coffee (CAT1)', 'Tea'])
  })
})

describe('what is left out', () => {
  test('is not sellable or a gift card, and counted', async () => {
    const { groups, report } = await read('Token,Item Name,Sellable,Item Type', [
      'T1,Soup,Y,Prepared food and beverage',
      'T2,Flour,N,Physical good',
      'T3,Voucher,Y,Gift card',
      'T4,Bread,,',
    ])
    expect(groups[0]?.items.map(({ name }) => name)).toEqual(['Soup', 'Bread'])
    expect(report).toEqual([
      '1 item is left out, because it is not sellable.',
      '1 item is left out, because it is a gift card.',
    ])
  })

  test('is archived or hidden, and counted', async () => {
    const lines = ['T1,a,Y,visible', 'T2,b,N,hidden', 'T3,c,N,visible', 'T4,d,Yes,hidden']
    const { groups, report } = await read('Token,Item Name,Archived,Square Online Item Visibility', lines)
    expect(groups[0]?.items.map(({ name }) => name)).toEqual(['c'])
    expect(report).toEqual([
      '2 items are left out, because they are archived.',
      '1 item is left out, because it is hidden.',
    ])
  })
})

describe('columns besides those of names and prices', () => {
  test('of diets and allergens become tags, where they say yes', async () => {
    const { groups, report } = await read('Token,Item Name,Gluten-Free,Vegan,Contains Nuts,Milk', [
      'T1,Salad,Y,yes,N,',
      'T2,Cake,N,n,Y,TRUE',
    ])
    expect(groups[0]?.items.map(({ tags }) => tags)).toEqual([
      ['diet:gluten_free', 'diet:vegan'],
      ['allergen:nuts', 'allergen:milk'],
    ])
    expect(report).toEqual([])
  })

  test('of diets and allergens that say neither yes nor no are named', async () => {
    const { groups, report } = await read('Token,Item Name,Vegan', ['T1,Salad,maybe', 'T2,Cake,'])
    expect(groups[0]?.items.map(({ tags }) => tags)).toEqual([[], []])
    expect(report).toEqual(['1 item loses what says neither yes nor no: Salad (Vegan: maybe).'])
  })

  test('hold for an item if its variations agree, and else an allergen holds, and a diet does not', async () => {
    const lines = ['T1,Latte,Small,Y,Y', 'T1,Latte,Large,N,N', 'T2,Tea,Small,Y,', 'T2,Tea,Large,Y,']
    const { groups, report } = await read('Token,Item Name,Variation Name,Vegan,Contains Milk', lines)
    expect(groups[0]?.items.map(({ tags }) => tags)).toEqual([['allergen:milk'], ['diet:vegan']])
    expect(report).toEqual([
      '1 item has variations that differ in diets, which it loses, or in allergens, which it keeps: Latte.',
    ])
  })

  test('without these, nothing is said about tags', async () => {
    expect((await itemsOf('Token,Item Name', ['T1,Soup']))[0]?.tags).toBeUndefined()
  })

  test('of alcohol and of sets of modifiers are lost, and named', async () => {
    const headings = 'Token,Item Name,Contains Alcohol,Modifier Set - Milk,Modifier Set - Syrup'
    const { report } = await read(headings, ['T1,Latte,N,Y,N', 'T2,Beer,Y,N,', 'T3,Tea,,Y,N'])
    expect(report).toEqual([
      '1 set of modifiers is lost, because the library only has its name: Milk.',
      '1 item loses that it contains alcohol: Beer.',
    ])
  })

  test('that have nothing for a board are passed over, and others are named if they are not empty', async () => {
    const headings =
      'Reference Handle,Token,Item Name,Price,Tax - Sales (7%),SEO Title,Stock Alert Count Quay,GTIN,Calories,Notes'
    const { report } = await read(headings, ['#a,T1,Latte,4,Y,Latte,3,123,120,', '#b,T2,Tea,2,Y,,,,,'])
    expect(report).toEqual(['1 column is not read, because its heading is not known: Calories.'])
  })

  test('of options name variations that are all called Regular', async () => {
    const headings = 'Token,Item Name,Variation Name,Option Name 1,Option Value 1,Price'
    const lines = ['T1,Latte,Regular,Size,Small,3', 'T1,Latte,Regular,Size,Large,4', 'T2,Tea,Regular,,,2']
    const items = await itemsOf(headings, lines)
    expect(items.map((one) => [one.price, one.items.map(({ name }) => name)])).toEqual([
      [null, ['Small', 'Large']],
      [2, []],
    ])
  })

  test('that a row has more of than there are headings are an error', async () => {
    await expect(read('Token,Item Name,Price', ['T1,Latte,3,50', 'T2,Tea,2'])).rejects.toThrow(
      'items.csv: row 2: must not have more cells than there are headings',
    )
  })
})
