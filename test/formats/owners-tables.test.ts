import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

type Options = Partial<FormatOptions>
type Rows = readonly (readonly (string | number | null)[])[]

const read = (lines: readonly string[], options: Options = {}) =>
  convert('menu.csv', lines.join('\n'), { menuName: 'House', ...options })

/** The items of all groups, each as a text: its group, name, price and sizes, and whether it is sold out. */
async function itemsOf(lines: readonly string[], options: Options = {}): Promise<string[]> {
  const { menus } = await read(lines, options)
  return (menus[0]?.groups ?? []).flatMap(({ name: group, items }) =>
    items.map(({ name, price, items: sizes, inStock }) => {
      const list = sizes.map((size) => `${size.name} ${size.price}`).join(', ')
      return `${group}: ${name} ${list || price}${inStock === false ? ' sold out' : ''}`
    }),
  )
}

const readWorkbook = async (rows: Rows) => convert('menu.xlsx', await workbookOf([{ name: 'House', rows }]))

describe('the delimiter of CSV', () => {
  test.each([
    ['Winter menu, from 1 December, all day'],
    ['Winter menu, from 1 December', 'All prices in euros, with taxes'],
    ['A, b', 'c, d', 'e, f', 'g, h', 'i, j', 'k, l'],
    ['Soups & more,'],
  ])('is not told by a title: %s', async (...titles) => {
    const lines = [...titles, 'Category;Item;Price', 'Soups;Borscht;4,50', 'Soups;Solyanka;5,20']
    expect(await itemsOf(lines)).toEqual(['Soups: Borscht 4.5', 'Soups: Solyanka 5.2'])
  })
})

describe('a decimal comma without quotes', () => {
  test.each([
    [['Category,Item,Price,Calories', 'Drinks,Latte,3,50,'], 'row 2: must not have more cells'],
    [['Item,Price,Tags', 'Water,2,', 'Latte,3,50,hot'], 'row 3: must not have more cells'],
    [['Item,Price,Calories', 'Latte,3,50', 'Tea,2,80'], 'row 3, column Price: may be 2,80'],
    [['Item,Price,Description', 'Latte,3.10,Hot', 'Tea,2,00'], 'row 3, column Price: may be 2,00'],
    [['Item,Price Small,Price Large', 'Tea,2,05'], 'row 2, column Price Small: may be 2,05'],
  ])('is refused: %j', async (lines, problem) => {
    await expect(read(lines)).rejects.toThrow(`menu.csv: ${problem}`)
  })

  test('prices and calories of whole numbers are read', async () => {
    const { menus } = await read(['Item,Price,Calories', 'Latte,3,90', 'Cake,4,310'])
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ calories: 90 }, { price: 4, calories: 310 }])
  })
})

describe('what is sold out', () => {
  test.each(['Sold out', '86', 'Ausverkauft', 'sold_out?', 'Épuisé'])('%s has a column', async (heading) => {
    const lines = [`Item,Price,${heading}`, 'Stew,12,', 'Pie,10,x', 'Cod,14,no', 'Eel,15,yes']
    expect(await itemsOf(lines)).toEqual([
      'House: Stew 12',
      'House: Pie 10 sold out',
      'House: Cod 14',
      'House: Eel 15 sold out',
    ])
    const inverted = { column: new Map([['in stock', heading]]) }
    await expect(read(lines, inverted)).rejects.toThrow('use --column "sold out=')
  })

  test('anything but yes or no is an error', async () => {
    await expect(read(['Item,Sold out', 'Stew,soon'])).rejects.toThrow('column Sold out: must be yes or no')
  })

  test('In stock? is a column of stock', async () => {
    expect(await itemsOf(['Name,In stock?', 'Stew,1', 'Pie,0'])).toEqual([
      'House: Stew undefined',
      'House: Pie undefined sold out',
    ])
  })
})

describe('headings', () => {
  test.each([
    ['Kategorie;Gericht;Größe;Preis'],
    ['Catégorie;Plat;Taille;Prix'],
    ['Categoría;Plato;Tamaño;Precio'],
    ['Categoria;Piatto;Formato;Prezzo'],
    ['Categorie;Gerecht;Formaat;Prijs'],
    ['Kategoria;Danie;Rozmiar;Cena'],
    ['カテゴリ;商品名;サイズ;価格'],
    ['\u200bCategory;Dish;\ufeffSize;Price:'],
  ])('%s', async (headings) => {
    expect(await itemsOf([headings, 'Kaffee;Latte;S;3,50', 'Kaffee;Latte;L;4,50'])).toEqual([
      'Kaffee: Latte S 3.5, L 4.5',
    ])
  })

  test('all that is wrong with them is said at once', async () => {
    const read = itemsOf(['Ruoka,Category,Section,Price 2025,Price 2026', 'a,b,c,1,2'])
    await expect(read).rejects.toThrow(
      /--column item=HEADING, and likewise the .*\n.*--column group=HEADING\n.*--column price=HEADING/,
    )
  })

  test('in two rows, with the sizes below the price, are joined', async () => {
    const { menus } = await readWorkbook([
      ['Category', 'Item', 'Price'],
      [null, null, 'Small', 'Large'],
      ['Coffee', 'Latte', 3.5, 4.5],
    ])
    expect(menus[0]?.groups[0]?.items[0]?.items).toMatchObject([
      { name: 'Small', price: 3.5 },
      { name: 'Large', price: 4.5 },
    ])
  })

  test('of two tables side by side are refused', async () => {
    const rows = [
      ['Dish', 'Price', null, 'Drink', 'Price'],
      ['Stew', 12, null, 'Cola', 3],
    ]
    await expect(readWorkbook(rows)).rejects.toThrow('put the second one below the first')
  })

  test.each(['Name,Site,Time zone', 'Name,Device ID,MAC,Location', 'Screen,MAC address,Resolution'])(
    'of devices are refused: %s',
    async (headings) => {
      await expect(
        read([headings, 'Left,a,b,c'.split(',').slice(0, headings.split(',').length).join(',')]),
      ).rejects.toThrow('menu.csv: is a list of devices and no menu: import it with --as devices')
    },
  )
})

describe('rows', () => {
  test('whose group or item is written once are refused, with what to do', async () => {
    const lines = ['Category,Item,Size,Price', 'Coffee,Latte,Small,3.50', ',,Large,4.50', ',Espresso,,2']
    const refused = expect(read(lines)).rejects
    await refused.toThrow(
      'row 3, column Category: must name the group of the item, and Item the item: fill in',
    )
    await expect(read(lines)).rejects.toThrow(
      'row 4, column Category: must name the group of the item: fill in',
    )
    const nested = ['Category,Subcategory,Item', 'Drinks,Hot,Tea', ',Cold,Cola']
    await expect(read(nested)).rejects.toThrow('row 3, column Category: must name the group')
  })

  test.each(['Total', 'SUM:', 'Summe', 'Gesamt'])('with a %s are left out, and named', async (total) => {
    const { menus, lines, hasLosses } = await read(['Category,Item,Price', 'Mains,Stew,12', `,${total},12`])
    expect(menus[0]?.groups[0]?.items).toHaveLength(1)
    expect(lines).toEqual([`1 row is left out, because it is a total and no item: row 3 (${total}).`])
    expect(hasLosses).toBe(true)
  })

  test('with a dash have no price, and with words are refused', async () => {
    expect(await itemsOf(['Item,Price', 'Crab,–', 'Eel,-', 'Cod,9'])).toEqual([
      'House: Crab null',
      'House: Eel null',
      'House: Cod 9',
    ])
    for (const price of ['MP', 'market price', '2.50 each', '8-12', 'from 9', '12 / 18'])
      await expect(read(['Item,Price', `Crab,${price}`])).rejects.toThrow('or empty if there is none')
  })
})

describe('a size that is there twice', () => {
  test('is taken twice, and named', async () => {
    const lines = ['Item,Size,Price', 'Latte,Small,3.50', 'Latte,Large,4.50', 'Latte,Small,3.90']
    expect(await itemsOf(lines)).toEqual(['House: Latte Small 3.5, Large 4.5, Small 3.9'])
    const { lines: said, hasLosses } = await read(lines)
    expect(said).toEqual([
      '1 size is there several times, and each is taken (delete the rows that are wrong): row 4 (Latte > Small).',
    ])
    expect(hasLosses).toBe(true)
  })

  test('is no fault in an exported table, whose rows have ids', async () => {
    const { lines } = await read(['Item,Size,Price,Id', 'Latte,Small,3.50,a', 'Latte,Small,3.90,b'])
    expect(lines).toEqual([])
  })
})

describe('names in capitals without prices', () => {
  test('among other items may be groups, and are named', async () => {
    const { lines } = await read([
      'Item,Description,Price',
      'MAINS,served with chips,',
      'Stew,hot,12',
      'DESSERTS,ask us,',
      'Cake,,5',
    ])
    expect(lines).toEqual([
      'menu.csv: rows 2 (MAINS), 4 (DESSERTS) have names in capitals and no price, and became items without prices: if they are groups, write their names in a column Category in the rows of their items; if they are notes, delete the rows.',
    ])
  })

  test('are items where others are in capitals, too', async () => {
    const { lines } = await read(['Item,Description,Price', 'LOBSTER,ask us,', 'STEW,hot,12'])
    expect(lines).toEqual([])
  })
})

test('an exported table has no prices that a comma has split', async () => {
  const columns = 'menu,group,item,price,calories,menu id,group id,id'
  const { menus, lines } = await read([columns, 'House,Mains,Stew,12,50,m,g,i'])
  expect(menus[0]?.groups[0]?.items[0]).toMatchObject({ price: 12, calories: 50 })
  expect(lines).toEqual([])
})

test('groups whose names differ in case only are kept apart, and named', async () => {
  const rows = ['Category,Item,Price', 'Mains,Stew,12', 'mains,Pie,10', 'Sides,Rice,3', 'MAINS,Tart,8']
  expect(await itemsOf(rows)).toEqual(['Mains: Stew 12', 'mains: Pie 10', 'Sides: Rice 3', 'MAINS: Tart 8'])
  const { lines, hasLosses } = await read(rows)
  expect(lines).toEqual([
    '2 groups are apart from another one whose name differs in case only (write both alike): mains, MAINS.',
  ])
  expect(hasLosses).toBe(true)
})
