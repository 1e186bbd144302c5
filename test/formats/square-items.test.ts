import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/formats/format-options.ts'
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

  test('many rows in many categories are refused before they fill the memory', async () => {
    const categories = Array.from({ length: 1000 }, (_, n) => `c${n}`).join()
    const lines = Array.from({ length: 4000 }, (_, n) => `T${n},I${n},"${categories}"`)
    await expect(read('Token,Item Name,Categories', lines)).rejects.toThrow(
      'must not become more than 250000 items',
    )
    // Each counts once in each category, with its variation.
    expect((await read('Token,Item Name,Categories', lines.slice(0, 100))).groups).toHaveLength(1000)
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

  test('that repeat are named as --column takes them', async () => {
    const headings = 'Token,Item Name,Variation Name,Variation name,Price'
    await expect(read(headings, ['T,Soup,Small,Cup,8'])).rejects.toThrow('--column "variation name=HEADING"')
    const column = [['variation name', 'Variation Name']] as const
    expect(
      await itemsOf('Token,Item Name,Variation Name,Price', ['T,Soup,Small,8'], { column }),
    ).toHaveLength(1)
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

  test('of one item need different names', async () => {
    const lines = ['T1,Latte,Regular,Small,3', 'T1,Latte,Regular,Large,4']
    await expect(read('Token,Item Name,Variation Name,Option Value 1,Price', lines)).rejects.toThrow(
      'row 3, column Variation Name: must differ from the names of other variations of Latte',
    )
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
    ['without names of sizes', ['T1,Salad,,Mains,6', 'T2,Salad,,Mains,11'], ['Mains']],
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
      'items.csv: has no columns of the location Airport: it has those of main st, harbour',
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

  test('is archived in any language of the service, and refused if the answer is neither yes nor no', async () => {
    const { groups } = await read('Token,Item Name,Archived', ['T1,a,ja', 'T2,b,nein'])
    expect(groups[0]?.items.map(({ name }) => name)).toEqual(['b'])
    await expect(read('Token,Item Name,Archived', ['T1,a,maybe'])).rejects.toThrow(
      'must be yes or no, got "maybe"',
    )
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
  test('that a row has more of than there are headings are an error', async () => {
    await expect(read('Token,Item Name,Price', ['T1,Latte,3,50', 'T2,Tea,2'])).rejects.toThrow(
      'items.csv: row 2: must not have more cells than there are headings',
    )
  })
})

test('a library passes over what has nothing for a board', async () => {
  const headings =
    'Token,Item Name,SKU,Tax - VAT (20%),Contains Alcohol,Online Sale Price,Price,Modifier Set - Milk'
  const { groups, report } = await read(headings, ['T1,Latte,7,Y,N,2,"1,250",Y', 'T2,Tea,8,Y,Y,,variable,N'])
  expect(groups).toMatchObject([
    {
      items: [
        { name: 'Latte', price: 1250 },
        { name: 'Tea', price: null },
      ],
    },
  ])
  expect(report).toEqual([])
})

test('rows without a token that share a name are one item', async () => {
  const lines = [',Latte,Small,3', ',Latte,Large,4', 'T2,Tea,,2']
  expect(await itemsOf('Token,Item Name,Variation Name,Price', lines)).toMatchObject([
    {
      name: 'Latte',
      items: [
        { name: 'Small', price: 3 },
        { name: 'Large', price: 4 },
      ],
    },
    { name: 'Tea', price: 2 },
  ])
})

test('what is enabled at no location is left out', async () => {
  const { groups, report } = await read('Token,Item Name,Enabled Pier,Enabled Quay', [
    'T1,Tea,Y,N',
    'T2,Old,N,N',
  ])
  expect(groups).toMatchObject([{ items: [{ name: 'Tea' }] }])
  expect(report).toEqual(['1 item is left out, because it is not enabled at pier, quay.'])
})

test.each([
  [
    'Token,Item Name,Notes',
    'T1,Tea,x',
    'items.csv: has headings that are not known (Notes): say what each is with',
  ],
  ['Token,Item Name,Price', 'T1,Soup,cheap', 'row 2, column Price: must be one price such as 8.50'],
  [
    'Token,Item Name,Price,Price Pier',
    'T1,Soup,,4',
    'row 2, column Price: must not be empty where there are prices of',
  ],
  [
    'Token,Item Name,Unit and Precision',
    'T1,Ham,Pound (lb)',
    'row 2, column Unit and Precision: must be sold by the piece',
  ],
])('a library with %s and %j is refused: %s', async (headings, row, problem) => {
  await expect(read(headings, [row])).rejects.toThrow(problem)
  if (headings.endsWith('Notes'))
    expect(await itemsOf(headings, [row], { ignore: ['Notes'] })).toHaveLength(1)
})
