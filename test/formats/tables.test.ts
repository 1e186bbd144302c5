import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ImportFileGroup, ImportFileItem } from '../../src/documents/schema.ts'
import type { FormatOptions } from '../../src/formats/format-options.ts'
import { parseMenuHeading } from '../../src/formats/table/menu-columns.ts'
import { convert, convertAll, convertMenu, inputFile, messageOf } from '../support/convert.ts'
import { rowXml, styled, styledWorkbook, workbookOf } from '../support/workbook.ts'

type Options = Partial<FormatOptions>
const LUNCH = { menuName: 'Lunch' }

/** The items in the first group of a CSV file without a menu. */
async function itemsOf(lines: readonly string[], options: Options = {}): Promise<ImportFileItem[]> {
  const { groups } = await convertMenu('menu.csv', lines.join('\n'), { ...LUNCH, ...options })
  return groups[0]?.items ?? []
}

/** The message of a conversion that fails. */
const errorOf = (content: string | Uint8Array, options: Options = {}, name = 'menu.csv') =>
  messageOf(convert(name, content, options))

const outline = (groups: readonly ImportFileGroup[]): unknown =>
  groups.map(({ name, groups: children, items }) => [name, items.map((item) => item.name), outline(children)])

const sheet = (name: string, rows: readonly (readonly (string | number | null)[])[]) => ({ name, rows })

describe('a table', () => {
  test('is detected by its headings, and by its name', async () => {
    const content = 'Item,Category,Price\nSoup,Starters,8'
    expect((await convert('-', content, LUNCH)).format).toBe('table')
    expect((await convert('menu.tsv', content.replaceAll(',', '\t'), LUNCH)).format).toBe('table')
    const workbook = await workbookOf([
      sheet('S', [
        ['item', 'group'],
        ['a', 'b'],
      ]),
    ])
    expect((await convert('-', workbook)).format).toBe('table')
    await expect(convert('-', 'Dear all,\nhere is the menu.')).rejects.toThrow('is in no known format')
  })

  test('has a row for each item, with all that an item can have', async () => {
    const menu = await convertMenu(
      'menu.csv',
      'menu,location,restaurant,group,item,description,price,calories,tags,allergens,diets,vegan,in stock,id\n' +
        'Lunch,Lobby,Harbour,Soups,Tomato,"With\nbasil",8.50,170 kcal,hot;new,Milk,halal,x,no,soup-1\n',
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
              ...{ id: 'soup-1', name: 'Tomato', description: 'With basil', price: 8.5, calories: 170 },
              tags: ['hot', 'new', 'allergen:milk', 'diet:halal', 'diet:vegan'],
              ...{ inStock: false, items: [] },
            },
          ],
        },
      ],
    })
  })

  test('always gets the same ids, and a renamed item changes one of them', async () => {
    const ids = async (name: string) =>
      (await itemsOf(['group,item', `g,${name}`, 'g,Salad', 'g,Pie'])).map(({ id }) => id)
    const [soup, ...others] = await ids('Soup')
    expect(await ids('Soup')).toEqual([soup, ...others])
    expect(await ids('Broth')).toEqual([expect.not.stringContaining(soup ?? ''), ...others])
  })

  test('gives a new item no id of a renamed one, wherever its row is', async () => {
    const [soup] = await itemsOf(['group,item', 'g,Soup'])
    const rows = [`${soup?.id},g,Broth`, ',g,Soup']
    for (const lines of [rows, rows.toReversed()]) {
      const items = await itemsOf(['id,group,item', ...lines])
      expect(items.find(({ name }) => name === 'Broth')?.id).toBe(soup?.id)
      expect(new Set(items.map(({ id }) => id)).size).toBe(2)
    }
  })
})

describe('headings', () => {
  test.each([
    ['GROUP', 'group'],
    ['Category', 'group'],
    ['Variant', 'size'],
    ['KCAL', 'calories'],
    ['In_Stock?', 'in stock'],
  ])('%s is the %s', (heading, role) => {
    expect(parseMenuHeading(heading)?.role).toBe(role)
  })

  test.each(['Price (EUR)', 'Preis €'])('with prices may name a currency: %s', async (heading) => {
    expect(await itemsOf([`item;${heading}`, 'Wine;3'])).toMatchObject([{ price: 3 }])
  })

  test('--column says what a column is that is called otherwise, and --ignore leaves out others', async () => {
    const lines = ['name_el,name_en,category,milk?,cost', 'Ψωμί,Bread,g,yes,4']
    const column = new Map([
      ['item', 'name_en'],
      ['price', 'cost'],
    ])
    const expected = [{ name: 'Bread', tags: ['allergen:milk'], price: 4 }]
    expect(await itemsOf(lines, { column, ignore: ['NAME EL'] })).toMatchObject(expected)
    expect(await itemsOf(lines, { column, ignore: ['*'] })).toMatchObject(expected)
    expect(await itemsOf(lines, { column, ignore: ['*', 'Milk'] })).toMatchObject([{ name: 'Bread' }])
    expect(await itemsOf(['item,,group', 'a,b,g'], { ignore: ['Column B'] })).toMatchObject([{ name: 'a' }])
  })

  test('that are not known are refused, all of them at once', async () => {
    expect(await errorOf('item,group,colour,empty\na,g,red,', LUNCH)).toBe(
      'menu.csv: has headings that are not known (colour, empty): say what each is with --column ROLE=HEADING, or leave it out with --ignore HEADING, or all of them with --ignore "*"',
    )
  })

  test('rows above them that are no table are named, and not read', async () => {
    const content = 'Our menu;;\nSpring;2026;\ngroup;item;price\nSoups;Tomato;8'
    const { menus, lines, hasLosses } = await convert('menu.txt', content, LUNCH)
    expect(outline(menus[0]?.groups ?? [])).toEqual([['Soups', ['Tomato'], []]])
    expect(lines).toEqual(['2 rows above the headings are not read: Our menu, Spring, 2026.'])
    expect(hasLosses).toBe(false)
    const titles = Array.from({ length: 10 }, (_, index) => `Title ${index}`)
    const table = [...titles, 'group\titem\tprice', 'Soups\tTomato\t8'].join('\n')
    expect((await convert('menu.txt', table, LUNCH)).menus).toHaveLength(1)
  })

  test.each([
    [
      'name_el,category\nΨωμί,g',
      {},
      'has no column that is known to be the item: name it with --column item=HEADING. Its headings are name_el, category',
    ],
    ['item,name\na,b', {}, 'has several columns that could be the item, such as name'],
    ['item,price,price\na,1,2', {}, 'has several columns that could be the price, such as price'],
    [
      'item,price small,price large\na,1,2',
      {},
      'or all of them with --ignore "*". A row has one price: write each size of an item into a row of its own, with its name in a column Size',
    ],
    ['item,in stock,sold out\na,yes,no', {}, 'has columns of what is in stock and of what is sold out'],
    ['item,group\na,g,x', {}, 'row 2: must not have more cells than there are headings'],
    ['item,,group\na,b,g', {}, 'has cells below no heading (column B): write headings, or'],
    [
      'item,group\na,g',
      { column: new Map([['colour', 'item']]) },
      'There is no role colour: the ROLE of --column ROLE=HEADING is one of menu, location',
    ],
    [
      'item,group\na,g',
      { column: new Map([['price', 'cost']]) },
      "--column 'price=cost': must name a heading of the table",
    ],
    ['cost,\nitem,price\na,8', { column: new Map([['price', 'cost']]) }, "--column 'price=cost': must name"],
    ['notes,\nitem,group\na,g', { ignore: ['*', 'Notes'] }, "--ignore 'Notes': must name a heading"],
    [
      'item,contains\na,yes',
      { column: new Map(['milk', 'eggs'].map((name) => [`allergen:${name}`, 'Contains'])) },
      '--column and --ignore name the heading Contains twice: name it once.',
    ],
    [
      'item,contains\na,yes',
      { column: new Map([['allergen:milk', 'contains']]), ignore: ['Contains'] },
      '--column and --ignore name the heading contains twice: name it once.',
    ],
    ['Item,Price\nSoup,8\nItem,Price\nCola,3', {}, 'row 3: must not have the headings again: delete the row'],
    ['', {}, 'menu.csv: must have a row of headings, but is empty'],
    ['item,price', {}, 'menu.csv: must have a row below its headings, but has none'],
  ])('%j with %j are refused: %s', async (content, options, problem) => {
    expect(await errorOf(content, { ...LUNCH, ...options })).toContain(problem)
  })
})

describe('menus', () => {
  test('without a name need --menu-name', async () => {
    expect(await errorOf('item,group\na,g')).toContain('add --menu-name NAME')
    expect(await errorOf('menu,item,group\n,a,g')).toContain('row 2, column menu: must name the menu')
  })

  test('may have their rows anywhere, and are apart in two locations', async () => {
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
    const places = await convert('menu.csv', 'menu,location,group,item\nA,x,g,1\nA,y,g,1')
    expect(new Set(places.menus.map(({ id }) => id)).size).toBe(2)
  })

  test('are the sheets of a workbook without a column for them', async () => {
    const rows = [
      ['item', 'group'],
      ['a', 'g'],
    ]
    const two = await workbookOf([sheet('Lunch', rows), sheet('Dinner', rows)])
    const { menus } = await convert('menu.xlsx', two)
    expect(menus.map(({ name }) => name)).toEqual(['Lunch', 'Dinner'])
    expect(await errorOf(two, LUNCH, 'menu.xlsx')).toContain(
      'sheet Dinner, row 2: --menu-name is for one menu, but each sheet is a menu of its name',
    )
  })

  test('refuse an id of another row, with the sheet of that row', async () => {
    const lunch = sheet('Lunch', [
      ['menu', 'group', 'item', 'id'],
      ['m', 'g', 'a', '1'],
    ])
    const dinner = sheet('Dinner', [
      ['menu', 'group', 'item', 'id'],
      ['m', 'g', 'b', '1'],
    ])
    expect(await errorOf(await workbookOf([lunch, dinner]), {}, 'menu.xlsx')).toContain(
      'sheet Dinner, row 2, column id: must not be repeated: sheet Lunch, row 2 has the same id',
    )
  })

  test('of a hidden sheet are refused', async () => {
    const rows = [
      ['item', 'group'],
      ['a', 'g'],
    ]
    const content = await workbookOf([sheet('Lunch', rows), { ...sheet('Old', rows), state: 'veryHidden' }])
    expect(await errorOf(content, {}, 'menu.xlsx')).toContain(
      'sheet Old: must not be hidden: show it, or delete it',
    )
  })
})

describe('groups', () => {
  test('nest by > and by the subcategory', async () => {
    const content =
      'category,subcategory,item\nDrinks > Hot,Tea,a\nDrinks,,b\nDrinks > Hot,,c\nA>B,,d\nA \\> B,,e'
    const { groups } = await convertMenu('menu.csv', content, LUNCH)
    expect(outline(groups)).toEqual([
      ['Drinks', ['b'], [['Hot', ['c'], [['Tea', ['a'], []]]]]],
      ['A>B', ['d'], []],
      ['A > B', ['e'], []],
    ])
  })

  test('without a column for them are one with the name of the menu', async () => {
    expect(outline((await convertMenu('menu.csv', 'item;price\nLatte;4,50\nTea;3', LUNCH)).groups)).toEqual([
      ['Lunch', ['Latte', 'Tea'], []],
    ])
  })

  test('may be rows that are merged across a table without a column for them', async () => {
    const xml = [['Item', 'Price'], ['Mains'], ['Stew', 12], ['Drinks'], ['Cola', 3]].map((cells) =>
      rowXml(cells),
    )
    const read = (merged: readonly string[]) => workbookOf([{ name: 'S', xml: xml.join(''), merged }])
    const menu = await convertMenu('menu.xlsx', await read(['A2:B2', 'A4:B4']))
    expect(outline(menu.groups)).toEqual([
      ['Mains', ['Stew'], []],
      ['Drinks', ['Cola'], []],
    ])
    expect(await errorOf(await read(['A4:B4']), {}, 'menu.xlsx')).toContain(
      'row 4: must not name a group below items',
    )
    for (const merged of ['A3:B3', 'A2:A3', 'B2:B3', 'A3:B4'])
      expect(await errorOf(await read([merged]), {}, 'menu.xlsx')).toContain(
        'row 3, column Item: must not be merged'.replace('Item', merged.startsWith('B') ? 'Price' : 'Item'),
      )
    expect(await errorOf(await read(['A2:B2', 'A3:A4']), {}, 'menu.xlsx')).toContain(
      'row 3, column Item: must not be merged with other cells: unmerge it, and write it into each row that it is for, got "Stew"',
    )
  })

  test.each([
    [
      'item,group,price\na,,8',
      'row 2, column group: must name the group of the item: fill in the empty cell',
    ],
    [`group,item\n${Array(300).fill('a').join(' > ')},b`, 'row 2, column group: must not nest deeper'],
    ['group,item\nSoups,a\nsoups,b', 'row 3, column group: must be written as in other rows, got soups'],
    [
      'group,item\nSoups,a\n"Soups, Specials",b',
      'row 3, column group: must be one group, got Soups, Specials',
    ],
    ['group,item\nSoups,a\nAsk us,', 'row 3, column group: must have an item, got none for Ask us'],
    [
      'group,item,group tags\ng,a,x\ng,b,y',
      'row 3, column group tags: must be the same in all rows of the group g',
    ],
    ['group,group id,item\ng,1,a\nh,1,b', 'row 3, column group id: must not be repeated for another group'],
    [
      'menu,menu id,group,item\nA,1,g,a\nB,1,g,b',
      'row 3, column menu id: must not be repeated for another name',
    ],
  ])('are refused: %j', async (content, problem) => {
    expect(await errorOf(content, LUNCH)).toContain(`menu.csv: ${problem}`)
  })
})

describe('items and sizes', () => {
  test('sizes of one item and group belong together, and have their own description and tags', async () => {
    const lines = [
      'group,item,size,price,description,tags',
      'g,Latte,Small,3,Little,s',
      'g,Tea,,2,,',
      'g,Latte,Large,4,,',
    ]
    expect(await itemsOf(lines)).toMatchObject([
      {
        ...{ name: 'Latte', price: null },
        items: [
          { name: 'Small', price: 3, description: 'Little', tags: ['s'] },
          { name: 'Large', price: 4, description: null },
        ],
      },
      { name: 'Tea', price: 2, items: [] },
    ])
  })

  test('a size of a size is a path, and a row of the item itself has what is its own', async () => {
    const lines = [
      'group,item,size,price,calories',
      'g,Latte,,,90',
      'g,Latte,Large,4,',
      'g,Latte,Large > Decaf,5,',
    ]
    expect(await itemsOf(lines)).toMatchObject([
      {
        calories: 90,
        price: null,
        items: [{ name: 'Large', price: 4, items: [{ name: 'Decaf', price: 5 }] }],
      },
    ])
  })

  test('a single size without a name of its own is folded into its item', async () => {
    expect(await itemsOf(['group,item,size,price,id', 'g,Tea,Regular,3,tea'])).toMatchObject([
      { id: 'tea', name: 'Tea', price: 3, items: [] },
    ])
  })

  test.each([
    ['g,,8,', 'column item: must name the item: fill in the empty cell, or repeat the name that is above'],
    ['g,a\0,8,', 'column item: must be text without NUL'],
    ['g,Total,8,', 'column item: must be an item, but looks like a total: delete the row'],
    [
      'g,Soup (sold out),8,',
      'column item: must not say that the item is sold out: write yes in a column Sold out',
    ],
    [`g,${'x'.repeat(1001)},8,`, 'column item: must have at most 1,000 characters'],
    [`g,a,8,${'é'.repeat(501)}`, 'column id: must have at most 1,000 bytes'],
    ['g,b,8,1\ng,a,9,1', 'column id: must not be repeated: row 2 has the same id'],
    [
      'g,b,8,\ng,b,9,',
      'column item: must not be in the group again after row 2, got b: write a size of its own into',
    ],
  ])('are refused in the group: %j', async (rows, problem) => {
    const row = rows.includes('\n') ? 3 : 2
    expect(await errorOf(`group,item,price,id\n${rows}`, LUNCH)).toContain(`menu.csv: row ${row}, ${problem}`)
  })

  test.each([
    [
      'item,price\nCoffee,\nLatte,4',
      'row 2, column item: must not be the only text of the row: for an item, write its price',
    ],
    [
      'item,size\na,L\na,L',
      'row 3, column size: must not be in the group again after row 2, got L: write a size of its own into',
    ],
    [
      `item,description\na,${'x'.repeat(20_001)}`,
      'row 2, column description: must have at most 20,000 characters',
    ],
    [`item,tags\na,"${'x,'.repeat(201)}"`, 'row 2, column tags: must have at most 200 entries'],
    [`item,tags\na,${'x'.repeat(1001)}`, 'row 2, column tags: must have at most 1,000 characters'],
    [
      `item,tags\na,"['vegan', 'new']"`,
      'row 2, column tags: must be tags with commas between them, without brackets',
    ],
  ])('are refused: %j', async (content, problem) => {
    expect(await errorOf(content, LUNCH)).toContain(`menu.csv: ${problem}`)
  })
})

describe('prices', () => {
  const pricesOf = async (prices: readonly string[], options: Options = {}) =>
    (await itemsOf(['item\tprice', ...prices.map((price, n) => `i${n}\t${price}`)], options)).map(
      ({ price }) => price,
    )

  test('are read as people write them', async () => {
    expect(await pricesOf(['8', '8.50', '$25.00', '$4,250.00', '-', 'free', "1'250.00", '1 250,50'])).toEqual(
      [...[8, 8.5, 25, 4250, null, 0, 1250, 1250.5]],
    )
    expect(await pricesOf(['0,55', '1.250,00 €', 'EUR 5', '12.-', '12,–'])).toEqual([0.55, 1250, 5, 12, 12])
    expect(await pricesOf(['$8', '9 CAD'])).toEqual([8, 9])
    expect(await pricesOf(['1,250', '40111490'], { currency: 'VND' })).toEqual([1250, 40111490])
  })

  test.each([
    ...['8-9', '2.50 each', '12⁵⁰', '1E+01', '$.99', '5 BTC', '1'.repeat(500)].map((text) => [
      text,
      'must be one price such as 8.50 or $8.50, free, or empty if there is none, got',
    ]),
    ['1,250', 'could mean decimals or thousands: write it with two decimals'],
    ['0.00', 'must not be 0: leave the cell empty if there is no price, or write free'],
    ['40111490', 'must be less than 1,000,000, except in currencies without decimals'],
    ['-1', 'must be 0 or more, got "-1"'],
    ['1000000001 ₫', 'must be at most 1,000,000,000'],
    ['$4.7255', 'must not have more decimals than its currency has, got 4.7255'],
  ])('%j is refused', async (price, problem) => {
    await expect(pricesOf(['8', price])).rejects.toThrow(`menu.csv: row 3, column price: ${problem}`)
  })

  test.each([
    [['JPY 1250', '10.50'], 10.5],
    [['$12.50', '9.1234'], 9.1234],
  ])('without a currency have that of the others: %j', async (prices, got) => {
    await expect(pricesOf(prices)).rejects.toThrow(
      `menu.csv: row 3, column price: must not have more decimals than its currency has, got ${got}`,
    )
  })

  test('in several currencies are refused without --currency, and those in another are named', async () => {
    await expect(pricesOf(['$8', '8 €'])).rejects.toThrow(
      'several currencies ($, EUR): choose one with --currency',
    )
    const lines = ['item,price,currency', 'a,8,USD', 'b,9,EUR'].join('\n')
    expect(await errorOf(lines, LUNCH)).toContain('several currencies (EUR, USD)')
    const read = await convert('menu.csv', lines, { ...LUNCH, currency: 'USD' })
    expect(read.menus[0]?.groups[0]?.items.map(({ price }) => price)).toEqual([8, null])
    expect(read.lines).toEqual(['1 item has no price in USD: b.'])
    expect(await errorOf('item,price,currency\na,8,shells', LUNCH)).toContain(
      'row 2, column price: must be in a currency',
    )
  })

  test('in cells of numbers are what the spreadsheet shows', async () => {
    const rows = [
      styled(4.725, 1),
      styled(1250.5, 2),
      '<c><v>4.3499999999999996</v></c>',
      styled(0, 3),
      '<c><v>1.125</v></c>',
    ]
    const xml = rowXml(['item', 'price']) + rows.map((cell, n) => rowXml([`i${n}`, cell])).join('')
    const content = await styledWorkbook([{ name: 'S', xml }], ['0.00', '#,##0.0', '0;-0;"-"'])
    const { groups } = await convertMenu('menu.xlsx', content)
    expect(groups[0]?.items.map(({ price }) => price)).toEqual([4.73, 1250.5, 4.35, null, 1.125])
  })
})

describe('calories', () => {
  test.each([
    ['170', 170],
    ['170 kcal', 170],
    ['"1,200 Cal"', 1200],
    ['', null],
  ])('%s are %j', async (text, calories) => {
    expect(await itemsOf(['item,price,calories', `a,8,${text}`])).toMatchObject([{ calories }])
  })
})

describe('allergens and diets', () => {
  test.each([
    ['Soy, tree nuts;eggs', 'vegan', ['allergen:soya', 'allergen:nuts', 'allergen:eggs', 'diet:vegan']],
    [
      'Gluten (wheat, barley) / Milch',
      'sans gluten|Halal',
      ['allergen:gluten', 'allergen:wheat', 'allergen:milk', 'diet:gluten_free', 'diet:halal'],
    ],
    ['None', '-', []],
    ['Keine Allergene', '', []],
  ])('in lists, %j and %j are %j', async (allergens, diets, tags) => {
    expect(await itemsOf(['item\tallergens\tdiets', `a\t${allergens}\t${diets}`, 'b\tmilk\t'])).toMatchObject(
      [{ tags }, {}],
    )
  })

  test.each([
    ['calories', ['1046 kJ', '1046 (250 kcal)', '-1', '1000001'], 'must be'],
    [
      'allergens',
      ['no nuts', 'milk (optional)', 'milk, none', 'N/A'],
      'must be allergens that boards know, got ',
    ],
    ['diets', ['vegan (on request)', 'not vegan'], 'must be diets that boards know'],
  ])('%s are refused: %j', async (column, texts, problem) => {
    for (const text of texts)
      expect(await errorOf(`item\t${column}\na\t${text}`, LUNCH)).toContain(
        `menu.csv: row 2, column ${column}: ${problem}`,
      )
  })

  test('shellfish is refused, since it may be crustaceans or molluscs', async () => {
    expect(await errorOf('item,allergens\na,shellfish', LUNCH)).toContain(
      'must be allergens that boards know, got "shellfish": write names such as milk',
    )
    expect(await errorOf('item,shellfish\na,x', LUNCH)).toContain('not known (shellfish)')
  })

  test('have columns of their own, with x, ticks or words for yes', async () => {
    const lines = ['item,Milk,Vegan,Tree nuts', 'a,x,no,ja', 'b,,YES,-', 'c,•,1,0']
    expect((await itemsOf(lines)).map(({ tags }) => tags)).toEqual([
      ['allergen:milk', 'allergen:nuts'],
      ['diet:vegan'],
      ['allergen:milk', 'diet:vegan'],
    ])
  })

  test.each([
    ['item,milk\na,N/A', 'row 2, column milk: must be yes, no or x, got "N/A"'],
    ['item,milk\na,T', 'row 2, column milk: must be yes, no or x, got "T"'],
    ['item,milk,eggs\na,x,\nb,,✓', 'row 2, column milk: must not have x beside ticks'],
    ['item,price,milk\na,8,\nb,9,', 'menu.csv: has no text in the column milk: write yes or no'],
  ])('with columns of their own are refused: %j', async (content, problem) => {
    expect(await errorOf(content, LUNCH)).toContain(problem)
  })

  test('that are tags are taken as they stand, and named if boards do not know them', async () => {
    const { menus, lines, hasLosses } = await convert('menu.csv', 'item,tags\na,x\\;y;allergen:soy', LUNCH)
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ tags: ['x;y', 'allergen:soy'] }])
    expect(lines).toEqual([
      '1 item has tags of allergens or diets that boards do not know, which are taken as they stand: a (allergen:soy).',
    ])
    expect(hasLosses).toBe(false)
  })
})

describe('stock', () => {
  const stocksOf = async (heading: string, ...cells: string[]) =>
    (await itemsOf([`group,item,${heading}`, ...cells.map((cell, n) => `g,a${n},${cell}`)])).map(
      ({ inStock }) => inStock,
    )

  test.each([
    [
      'in stock',
      ['yes', 'ja', 'Y', 'x', '✓', 'no', '0', 'nein'],
      [true, true, true, true, true, false, false, false],
    ],
    ['in stock', ['no', '', ''], [false, true, true]],
    ['in stock', ['', ''], [true, true]],
    ['sold out', ['x', '', 'no'], [false, true, true]],
  ])('%s of %j is %j', async (heading, cells, expected) => {
    expect(await stocksOf(heading, ...cells)).toEqual(expected)
  })

  test.each([
    [['maybe'], 'row 2, column in stock: must be yes or no, got "maybe"'],
    [['yes', ''], 'row 3, column in stock: must be yes or no, as in other rows, got ""'],
    [['-', 'X'], 'row 2, column in stock: must be yes or no, as in other rows, got "-"'],
  ])('%j is refused', async (cells, problem) => {
    await expect(stocksOf('in stock', ...cells)).rejects.toThrow(`menu.csv: ${problem}`)
  })
})

describe('what a workbook hides or changes is refused', () => {
  const read = (rows: readonly string[], columns = '') =>
    workbookOf([{ name: 'S', columns, xml: [rowXml(['Item', 'Price', 'Notes']), ...rows].join('') }])

  test.each([
    ['a hidden row', [rowXml(['Stew', 12], 'hidden="1"')], 'row 2: must not be hidden'],
    ['one without a height', [rowXml(['Stew', 12], 'ht="0"')], 'row 2: must not be hidden'],

    [
      'a date',
      [rowXml(['Stew', '<c t="d"><v>2026-05-08</v></c>'])],
      'column Price: must not be a date or a time: format the column as text, and type it again',
    ],
    [
      'an error',
      [rowXml(['Stew', '<c t="e"><v>#REF!</v></c>'])],
      'column Price: must not be the error of a formula',
    ],
    [
      'a formula',
      [rowXml(['Stew', '<c><f>A1</f></c>'])],
      'column Price: must have the result of its formula',
    ],
    [
      'a line through a part',
      [rowXml(['<c t="inlineStr"><is><r><rPr><strike/></rPr><t>Pie</t></r><r><t>Stew</t></r></is></c>', 12])],
      'column Item: must not be struck out: delete what is no longer true, or remove the strikethrough, got "PieStew"',
    ],
  ])('%s', async (_, rows, problem) => {
    expect(await errorOf(await read(rows), { ignore: ['Notes'] }, 'menu.xlsx')).toContain(
      `menu.xlsx: sheet S, ${problem.startsWith('row') ? '' : 'row 2, '}${problem}`,
    )
  })

  test.each([
    ['<col min="2" max="3" hidden="1"/>', 'Price'],
    ['<col min="1" max="1"/><col min="2" max="2" width="0"/>', 'Price'],
  ])('a column, unless it is left out: %s', async (columns, heading) => {
    const content = await read([rowXml(['Stew', 12])], `<cols>${columns}</cols>`)
    expect(await errorOf(content, { ignore: ['Notes'] }, 'menu.xlsx')).toContain(
      `sheet S: the heading ${heading} must not be hidden: show the column, delete it, or leave it out`,
    )
    const { groups } = await convertMenu('menu.xlsx', content, { ignore: ['Notes', 'Price'] })
    expect(groups[0]?.items).toMatchObject([{ name: 'Stew' }])
  })

  test('but hidden columns of ids are read', async () => {
    const xml = rowXml(['id', 'item']) + rowXml(['stew', 'Stew'])
    const columns = '<cols><col min="1" max="1" hidden="1"/></cols>'
    const { groups } = await convertMenu('menu.xlsx', await workbookOf([{ name: 'S', columns, xml }]))
    expect(groups[0]?.items).toMatchObject([{ id: 'stew', name: 'Stew' }])
  })

  test.each([
    ['<font><color rgb="FFFFFFFF"/></font>', '<fill><patternFill patternType="none"/></fill>'],
    ['<font><color theme="0"/></font>', '<fill><patternFill patternType="none"/></fill>'],
    [
      '<font><color rgb="FF00AA00"/></font>',
      '<fill><patternFill patternType="solid"><fgColor rgb="FF00AA00"/></patternFill></fill>',
    ],
  ])('text in the colour of its background: %s', async (font, fill) => {
    const xml =
      rowXml(['Item', 'Price']) + rowXml(['Stew', 12]) + rowXml(['Goose', 24].map((cell) => styled(cell, 1)))
    const styles = `<styleSheet><fonts><font/>${font}</fonts><fills><fill><patternFill patternType="none"/></fill>${fill}</fills><cellXfs><xf/><xf fontId="1" fillId="1"/></cellXfs></styleSheet>`
    const content = await styledWorkbook([{ name: 'S', xml }], [], { 'xl/styles.xml': styles })
    expect(await errorOf(content, {}, 'menu.xlsx')).toBe(
      'menu.xlsx: sheet S, row 3, column Item: must not have the colour of its background: delete what nobody should read, or choose another colour, got "Goose"',
    )
    const white = styles.replace(/<color[^>]*>/, '<color rgb="FF123456"/>')
    const seen = await styledWorkbook([{ name: 'S', xml }], [], { 'xl/styles.xml': white })
    expect((await convertMenu('menu.xlsx', seen)).groups[0]?.items).toHaveLength(2)
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

describe('large tables', () => {
  test('more than 100,000 rows in all files together are refused', async () => {
    const fileOf = (name: string, rows: number) =>
      inputFile(name, `group,item\n${Array.from({ length: rows }, (_, n) => `g,${name}${n}`).join('\n')}`)
    const files = [fileOf('one.csv', 60_000), fileOf('other.csv', 40_001)]
    await expect(convertAll(files, LUNCH)).rejects.toThrow(
      'other.csv: must not have more than 100,000 rows, together with the other files: import fewer rows at a time',
    )
  })

  test('very many headings are refused with a short message', async () => {
    const headings = Array.from({ length: 200_000 }, (_, n) => `h${n}`).join(',')
    expect((await errorOf(headings)).length).toBeLessThan(2000)
    expect((await errorOf(`group,item,${'x'.repeat(300_000)}\ng,a`)).length).toBeLessThan(1000)
  })
})
