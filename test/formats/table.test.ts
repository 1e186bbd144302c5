import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import type { ImportFileGroup, ImportFileItem } from '../../src/transfer/schema.ts'
import { convert, convertAll, convertMenu, inputFile } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

const LUNCH = { menuName: 'Lunch' }

type Options = Partial<FormatOptions>

/** The items in the first group of a CSV file, whose lines are given without its menu. */
async function itemsOf(lines: readonly string[], options: Options = {}): Promise<ImportFileItem[]> {
  const { groups } = await convertMenu('menu.csv', lines.join('\n'), { ...LUNCH, ...options })
  return groups[0]?.items ?? []
}

/** The prices of items, one a line. */
async function pricesOf(prices: readonly string[], options: Options = {}) {
  const lines = prices.map((price, index) => `g;i${index};${price}`)
  const { menus, lines: report } = await convert('menu.csv', ['group;item;price', ...lines].join('\n'), {
    ...LUNCH,
    ...options,
  })
  return { prices: menus[0]?.groups[0]?.items.map(({ price }) => price), report }
}

/** The message of a conversion that fails. */
async function errorOf(
  content: string | Uint8Array,
  options: Options = {},
  name = 'menu.csv',
): Promise<string> {
  try {
    await convert(name, content, options)
  } catch (error) {
    if (error instanceof Error) return error.message
  }
  throw new Error('The file was converted.')
}

const outline = (groups: readonly ImportFileGroup[]): unknown =>
  groups.map(({ name, groups: children, items }) => [name, items.map((item) => item.name), outline(children)])

describe('table: any spreadsheet', () => {
  test('is detected by its headings, and by its name', async () => {
    const content = 'Item,Category,Price\nSoup,Starters,8'
    expect((await convert('-', content, LUNCH)).format).toBe('table')
    expect((await convert('menu.tsv', content.replaceAll(',', '\t'), LUNCH)).format).toBe('table')
    expect(
      (
        await convert(
          '-',
          await workbookOf([
            {
              name: 'S',
              rows: [
                ['item', 'group'],
                ['a', 'b'],
              ],
            },
          ]),
        )
      ).format,
    ).toBe('table')
    await expect(convert('-', 'Dear all,\nhere is the menu.')).rejects.toThrow('is in no known format')
  })

  test('has a row for each item', async () => {
    const menu = await convertMenu(
      'menu.csv',
      'menu,location,restaurant,group,item,description,price,calories,tags,in stock,id\n' +
        'Lunch,Lobby,Harbour,Soups,Tomato,"With\nbasil",8.50,170 kcal,vegan; hot,no,soup-1\n',
    )
    expect(menu).toEqual({
      id: expect.stringMatching(/^table:/),
      name: 'Lunch',
      keepsLeftOut: true,
      location: { name: 'Lobby', restaurantName: 'Harbour' },
      groups: [
        {
          id: expect.stringMatching(/^table:/),
          name: 'Soups',
          groups: [],
          items: [
            {
              id: 'soup-1',
              name: 'Tomato',
              description: 'With basil',
              price: 8.5,
              calories: 170,
              tags: ['vegan', 'hot'],
              inStock: false,
              items: [],
            },
          ],
        },
      ],
    })
  })

  test('the same file always gives the same ids, and a renamed item changes one of them', async () => {
    const ids = async (name: string) =>
      (await itemsOf(['group,item', `g,${name}`, 'g,Salad', 'g,Salad'])).map(({ id }) => id)
    const [soup, ...others] = await ids('Soup')
    expect(await ids('Soup')).toEqual([soup, ...others])
    expect(await ids('Broth')).toEqual([expect.not.stringContaining(soup ?? ''), ...others])
    expect(new Set(others).size).toBe(2)
  })
})

describe('headings', () => {
  test.each([
    ['GROUP', 'group'],
    ['Category', 'group'],
    ['section', 'group'],
    [' Name ', 'item'],
    ['title', 'item'],
    ['Variant', 'size'],
    ['variation', 'size'],
    ['Cal', 'calories'],
    ['KCAL', 'calories'],
    ['In_Stock', 'in stock'],
    ['in-stock', 'in stock'],
    ['available', 'in stock'],
    ['is_available', 'in stock'],
  ])('%s is the %s', async (heading, role) => {
    const cells: Record<string, string> = {
      group: 'g',
      item: 'a',
      size: 'L',
      calories: '7',
      'in stock': 'no',
    }
    const headings = Object.keys(cells).map((name) => (name === role ? heading : name))
    const [item] = await itemsOf([headings.join(','), Object.values(cells).join(',')])
    expect(item).toMatchObject({ name: 'a', items: [{ name: 'L', calories: 7, inStock: false }] })
  })

  test('may be in any order', async () => {
    expect(await itemsOf(['price,item,group', '8,Soup,g'])).toMatchObject([{ name: 'Soup', price: 8 }])
  })

  test('--column names a column that is called otherwise', async () => {
    const columns = new Map([['item', 'name_en']])
    const lines = ['name_el,name_en,category', 'Ψωμί,Bread,g']
    expect(await itemsOf(lines, { column: columns })).toMatchObject([{ name: 'Bread' }])
  })

  test('where no column is known to be the item, the command asks for --column', async () => {
    expect(await errorOf('name_el,name_en,category\nΨωμί,Bread,g', LUNCH)).toBe(
      'menu.csv: has no column that is known to be the item: name it with --column item=HEADING, and likewise the size, price if there is one. Its headings are name_el, name_en, category',
    )
  })

  test('rows above the headings, such as a title, are left out', async () => {
    const lines = ['Our menu;;', 'Spring;2026;', 'group;item;price', 'Soups;Tomato;8']
    expect(await itemsOf(lines)).toMatchObject([{ name: 'Tomato', price: 8 }])
    expect((await convert('menu.txt', lines.join('\n'), LUNCH)).format).toBe('table')
    const columns = new Map([['item', 'dish']])
    expect(await itemsOf(['Our menu', 'dish;price', 'Tomato;8'], { column: columns })).toMatchObject([
      { price: 8 },
    ])
  })

  test('without a column for groups, all items are in one group with the name of the menu', async () => {
    const { groups } = await convertMenu('menu.csv', 'item;price\nLatte;4,50\nTea;3', LUNCH)
    expect(groups).toMatchObject([
      {
        name: 'Lunch',
        items: [
          { name: 'Latte', price: 4.5 },
          { name: 'Tea', price: 3 },
        ],
      },
    ])
  })

  test('where several columns could be the item, the command asks for --column', async () => {
    const content = 'item,name,group\na,b,g'
    expect(await errorOf(content, LUNCH)).toContain(
      'has several columns that could be the item (item, name): name it with --column item=HEADING',
    )
    expect(await itemsOf(content.split('\n'), { column: new Map([['item', 'name']]) })).toMatchObject([
      { name: 'b' },
    ])
  })

  test('--column with an unknown column, or an unknown heading, is refused with those that there are', async () => {
    const content = 'item,group\na,g'
    expect(await errorOf(content, { column: new Map([['colour', 'item']]) })).toContain(
      'one of menu, location',
    )
    expect(await errorOf(content, { column: new Map([['price', 'cost']]) })).toBe(
      'menu.csv: has no heading "cost": name it with --column price=HEADING. Its headings are item, group',
    )
  })

  test('columns that are not read are named, if there is anything in them', async () => {
    const { lines, hasLosses } = await convert('menu.csv', 'item,group,colour,empty\na,g,red,', LUNCH)
    expect(lines).toEqual(['1 column is not read, because its heading is not known: colour.'])
    expect(hasLosses).toBe(true)
  })

  test.each([
    ['Prise', 'Prise (did you mean price?)'],
    ['Pric', 'Pric (did you mean price?)'],
    ['descritpion', 'descritpion (did you mean description?)'],
    ['Itemm', 'Itemm'],
    ['Year', 'Year'],
  ])(
    'a column that is not read may be misspelled, unless another column is that: %s',
    async (heading, told) => {
      const { lines } = await convert('menu.csv', `item,group,${heading}\na,g,5`, LUNCH)
      expect(lines).toEqual([`1 column is not read, because its heading is not known: ${told}.`])
    },
  )
})

describe('menus', () => {
  test('a CSV file without a menu column needs --menu-name', async () => {
    expect(await errorOf('item,group\na,g')).toContain('add --menu-name NAME')
  })

  test('rows of one menu may be anywhere: menus are in the order of their first rows', async () => {
    const { menus } = await convert('menu.csv', 'menu,group,item\nB,g,1\nA,g,2\nB,h,3\nB,g,4')
    expect(menus.map(({ name, groups }) => [name, outline(groups)])).toEqual([
      [
        'B',
        [
          ['g', ['1', '4'], []],
          ['h', ['3'], []],
        ],
      ],
      ['A', [['g', ['2'], []]]],
    ])
  })

  test('the same name in two locations is two menus', async () => {
    const { menus } = await convert('menu.csv', 'menu,location,group,item\nA,x,g,1\nA,y,g,1')
    expect(new Set(menus.map(({ id }) => id)).size).toBe(2)
  })

  test('in a workbook without a menu column, each sheet is a menu of its name', async () => {
    const rows = [
      ['item', 'group'],
      ['a', 'g'],
    ]
    const content = await workbookOf([
      { name: 'Lunch', rows },
      { name: 'Old', rows, state: 'hidden' },
      { name: 'Dinner', rows },
    ])
    const { menus, lines } = await convert('menu.xlsx', content)
    expect(menus.map(({ name }) => name)).toEqual(['Lunch', 'Dinner'])
    expect(lines).toEqual(['1 sheet is left out, because it is hidden.'])
  })

  test('a menu id with two names is an error', async () => {
    expect(await errorOf('menu,menu id,group,item\nA,1,g,a\nB,1,g,b')).toContain(
      'menu.csv: row 3, column menu id: must not be',
    )
  })
})

describe('groups', () => {
  test('nest by > and by the subcategory', async () => {
    const { groups } = await convertMenu(
      'menu.csv',
      'category,subcategory,item\nDrinks > Hot,Tea,a\nDrinks,,b\nDrinks > Hot,,c\nA>B,,d\nA \\> B,,e',
      LUNCH,
    )
    expect(outline(groups)).toEqual([
      ['Drinks', ['b'], [['Hot', ['c'], [['Tea', ['a'], []]]]]],
      ['A>B', ['d'], []],
      ['A > B', ['e'], []],
    ])
  })

  test('a row without an item is a group, with its description and tags, even if it is empty', async () => {
    const { groups } = await convertMenu(
      'menu.csv',
      'group,item,group description,group tags,group id\ng,,Nice,a;b,7',
      LUNCH,
    )
    expect(groups).toMatchObject([{ id: '7', name: 'g', description: 'Nice', tags: ['a', 'b'] }])
  })

  test('deeper nesting than anything can have is an error', async () => {
    expect(await errorOf(`group,item\n${Array(300).fill('a').join(' > ')},b`, LUNCH)).toContain(
      'must not nest deeper',
    )
  })
})

describe('sizes', () => {
  test('of one item and group belong together, and have their own description and tags', async () => {
    const lines = [
      'group,item,size,price,description,tags',
      'g,Latte,Small,3,Little,s',
      'g,Tea,,2,,',
      'g,Latte,Large,4,,',
    ]
    expect(await itemsOf(lines)).toMatchObject([
      {
        name: 'Latte',
        price: null,
        description: null,
        tags: [],
        items: [
          { name: 'Small', price: 3, description: 'Little', tags: ['s'] },
          { name: 'Large', price: 4, description: null },
        ],
      },
      { name: 'Tea', price: 2, items: [] },
    ])
  })

  test('a size of a size is a path', async () => {
    expect(
      await itemsOf(['group,item,size,price', 'g,Latte,Large,4', 'g,Latte,Large > Decaf,5']),
    ).toMatchObject([{ items: [{ name: 'Large', price: 4, items: [{ name: 'Decaf', price: 5 }] }] }])
  })

  test('a row of the item itself has its description, tags and calories', async () => {
    const lines = [
      'group,item,size,price,description,calories',
      'g,Latte,,,With milk,90',
      'g,Latte,Small,3,,',
    ]
    expect(await itemsOf(lines)).toMatchObject([
      { description: 'With milk', calories: 90, price: null, items: [{ name: 'Small', price: 3 }] },
    ])
  })

  test('a single size without a name of its own is folded into its item', async () => {
    expect(await itemsOf(['group,item,size,price,id', 'g,Tea,Regular,3,tea'])).toMatchObject([
      { id: 'tea', name: 'Tea', price: 3, items: [] },
    ])
  })
})

describe('allergens and diets', () => {
  const tagsOf = async (...lines: string[]) => (await itemsOf(lines)).map(({ tags }) => tags)

  test('have columns of their own, whose names become the tags that boards know', async () => {
    const lines = [
      'group,item,Allergens,Diets',
      'g,a,"Soy, tree nuts;Star anise",Gluten-free; vegan',
      'g,b,None,-',
    ]
    expect(await tagsOf(...lines)).toEqual([
      ['allergen:soya', 'allergen:nuts', 'allergen:star_anise', 'diet:gluten_free', 'diet:vegan'],
      [],
    ])
  })

  test('follow the tags, which stay as they are, and are not repeated', async () => {
    const lines = ['group,item,tags,allergen,diet', 'g,a,hot;allergen:soy;allergen:milk,dairy,Low FODMAP']
    expect(await tagsOf(...lines)).toEqual([['hot', 'allergen:soy', 'allergen:milk', 'diet:low_fodmap']])
  })

  test('shellfish counts as crustaceans, which is reported', async () => {
    const { menus, lines } = await convert(
      'menu.csv',
      'group,item,size,allergens\ng,Paella,Large,shellfish',
      LUNCH,
    )
    expect(menus[0]?.groups[0]?.items[0]?.items[0]?.tags).toEqual(['allergen:crustaceans'])
    expect(lines).toEqual([
      '1 item with shellfish is tagged as if it has crustaceans, so check whether it has molluscs: Paella > Large.',
    ])
  })
})

describe('tags', () => {
  test('are split at semicolons, but not at \\;', async () => {
    expect(await itemsOf(['group,item,tags', 'g,a, x ;y\\;z;;'])).toMatchObject([{ tags: ['x', 'y;z'] }])
  })
})

describe('prices', () => {
  test('are read as people write them', async () => {
    const written = ['8', '8.50', '$25.00', '$4,250.00', '', '0', '$1,250']
    expect((await pricesOf(written)).prices).toEqual([8, 8.5, 25, 4250, null, 0, 1250])
    expect((await pricesOf(['0,55', '1.250,00 €', '1.250'])).prices).toEqual([0.55, 1250, 1250])
    expect((await pricesOf(['12.-', '12.—', '12,–', 'free', '0,50'])).prices).toEqual([12, 12, 12, 0, 0.5])
  })

  test('that are not clear, and that the other prices do not decide, are refused', async () => {
    const problem = 'menu.csv: row 2, column price: may be 1.25 or 1250'
    await expect(pricesOf(['1,250', '8'])).rejects.toThrow(problem)
    await expect(pricesOf(['1,250', '8.50', '8,50'])).rejects.toThrow(problem)
  })

  test.each(['market', '8 or 9', 'MP', '1'.repeat(400)])(
    '%j is an error that names row and column',
    async (price) => {
      await expect(pricesOf(['8', price])).rejects.toThrow(
        'menu.csv: row 3, column price: must be a price such as 8.50',
      )
    },
  )

  test('in several currencies are refused without --currency', async () => {
    await expect(pricesOf(['$8', '8 €'])).rejects.toThrow('choose one with --currency')
  })

  test('in another currency than --currency are lost, and named', async () => {
    expect(await pricesOf(['$8', '8 €', '7'], { currency: 'usd' })).toEqual({
      prices: [8, null, 7],
      report: ['1 item has no price in USD: i1.'],
    })
  })

  test('with $ and with the code of a dollar are in one currency', async () => {
    expect((await pricesOf(['$8', '9 CAD'])).prices).toEqual([8, 9])
    expect((await pricesOf(['$8', '9 CAD'], { currency: 'CAD' })).report).toEqual([])
  })

  test('in cells of numbers have the decimals that the spreadsheet shows', async () => {
    const xml =
      '<row><c t="str"><v>item</v></c><c t="str"><v>group</v></c><c t="str"><v>price</v></c></row>' +
      ['4.3499999999999996', '3.3000000000000003', '1.25', '8']
        .map((price) => `<row><c><v>7</v></c><c t="str"><v>g</v></c><c><v>${price}</v></c></row>`)
        .join('')
    const menu = await convertMenu('menu.xlsx', await workbookOf([{ name: 'S', xml }]))
    expect(menu.groups[0]?.items.map(({ price }) => price)).toEqual([4.35, 3.3, 1.25, 8])
    expect(menu.groups[0]?.items[0]?.name).toBe('7')
  })
})

describe('stock', () => {
  const stocksOf = async (...cells: string[]) =>
    (await itemsOf(['group,item,in stock', ...cells.map((cell) => `g,a,${cell}`)])).map(
      ({ inStock }) => inStock,
    )

  test('is told by words for yes and no', async () => {
    const inStock = ['yes', 'TRUE', '1', 'ja', 'Y', 'in stock']
    const soldOut = ['no', 'False', '0', 'nein', 'N', 'Sold out', 'out of stock']
    expect(await stocksOf(...inStock, ...soldOut)).toEqual([
      ...inStock.map(() => true),
      ...soldOut.map(() => false),
    ])
  })

  test('where there is nothing but x and empty, empty is no', async () => {
    expect(await stocksOf('x', '', 'X')).toEqual([true, false, true])
  })

  test('an empty cell is in stock otherwise', async () => {
    expect(await stocksOf('x', '', 'no')).toEqual([true, true, false])
    expect(await stocksOf('', '')).toEqual([true, true])
  })

  test('anything else is an error', async () => {
    await expect(stocksOf('maybe')).rejects.toThrow(
      'menu.csv: row 2, column in stock: must be yes or no, got "maybe"',
    )
  })
})

test.each([
  ['Name,Available\na,perhaps', 'Available'],
  ['Name,Price\na,"1,250"', 'Price'],
])('the reference has the error of %j', async (content, column) => {
  const error = await errorOf(content, LUNCH, 'lunch.csv')
  expect(error).toContain(`lunch.csv: row 2, column ${column}: `)
  expect(readFileSync('docs/reference/formats.md', 'utf8')).toContain(`\n${error}\n`)
})

describe('rows', () => {
  test('that are empty are skipped', async () => {
    expect(await itemsOf(['', 'group,item', ',', '', 'g,a', ' , '])).toHaveLength(1)
  })

  test.each([
    ['without the name of the item', 'g,,8,', 'row 2, column item: must name the item'],
    ['without a group', ',a,8,', 'row 2, column group: must name the group of the item'],
    [
      'with the id of another row',
      'g,a,8,1\ng,b,9,1',
      'row 3, column id: must not be that of another row, but row 2 has it',
    ],
    ['with NUL', 'g,a\0,8,', 'row 2, column item: must be text without NUL'],
    ['with more cells than headings', 'g,a,8,,x', 'row 2: must not have more cells than there are headings'],
  ])('%s are an error that names row and column', async (_, rows, problem) => {
    expect(await errorOf(`group,item,price,id\n${rows}`, LUNCH)).toContain(`menu.csv: ${problem}`)
  })

  test('the error of a formula is refused, and a text that looks like one is not', async () => {
    const problem = 'must not be the error of a formula, got "#REF!"'
    expect(await errorOf('item\n"#REF! "', LUNCH)).toContain(`menu.csv: row 2, column item: ${problem}`)
    expect(await itemsOf(['item', "'#REF!", '#REF! soup'])).toMatchObject([
      { name: '#REF!' },
      { name: '#REF! soup' },
    ])
    const workbookWith = (type: string) =>
      workbookOf([
        {
          name: 'S',
          xml: `<row><c t="str"><v>item</v></c></row><row><c t="${type}"><v>#REF!</v></c></row>`,
        },
      ])
    expect(await errorOf(await workbookWith('e'), {}, 'menu.xlsx')).toContain(`column item: ${problem}`)
    const { groups } = await convertMenu('menu.xlsx', await workbookWith('str'))
    expect(groups[0]?.items).toMatchObject([{ name: '#REF!' }])
  })

  test('errors in a workbook name the sheet', async () => {
    const content = await workbookOf([
      {
        name: 'Lunch',
        rows: [
          ['item', 'group', 'price'],
          ['a', 'g', 'market'],
        ],
      },
    ])
    expect(await errorOf(content, {}, 'menu.xlsx')).toContain(
      'menu.xlsx: sheet Lunch, row 2, column price: must be a price',
    )
  })

  test('many items of one name are given ids quickly', async () => {
    const items = await itemsOf(['group,item', ...Array<string>(100_000).fill('g,a')])
    expect(new Set(items.map(({ id }) => id)).size).toBe(100_000)
  })

  test('more than 100,000 rows in all files together are refused', async () => {
    const fileOf = (name: string, rows: number) => inputFile(name, `group,item\n${'g,a\n'.repeat(rows)}`)
    const files = [fileOf('one.csv', 60_000), fileOf('other.csv', 40_001)]
    await expect(convertAll(files, LUNCH)).rejects.toThrow(
      'other.csv: must not have more than 100,000 rows, together with the other files: import fewer menus at a time',
    )
  })

  test('a file with more headings than any table has is refused with a short message', async () => {
    const headings = Array.from({ length: 200_000 }, (_, n) => `h${n}`).join(',')
    expect((await errorOf(headings)).length).toBeLessThan(1000)
    expect((await errorOf(`group,item,${'x'.repeat(300_000)}\ng,a`)).length).toBeLessThan(1000)
  })

  test('a file without any is refused', async () => {
    await expect(convert('menu.csv', '')).rejects.toThrow(
      'menu.csv: must have a row of headings, but is empty',
    )
  })
})
