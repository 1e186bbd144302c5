import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import { convert } from '../support/convert.ts'

const read = (rows: readonly string[], options: Partial<FormatOptions> = {}) =>
  convert('menu.csv', rows.join('\n'), { menuName: 'House', ...options })

describe('a heading in two languages', () => {
  test.each([
    'Category / Catégorie;Name / Nom;Size / Taille;Price / Prix',
    'Kategorie (Category);Gericht (Dish);Größe (Size);Preis (Price)',
    'Category | Kategorie;Dish | Gericht;Size | Größe;Preis | Price (€)',
    '分类 Category;菜名 Dish;尺寸 Size;价格 Price',
    'Category – קטגוריה;Dish – מנה;Size – גודל;Price – מחיר',
    '"Category\nKategoria";"Dish\nDanie";"Size\nRozmiar";"Price\nCena"',
    'Category/Kategorie;Name-Nom;Size/Größe;Price (EUR) / Preis (EUR)',
  ])('is read where both mean one column: %s', async (headings) => {
    const { menus, lines } = await read([headings, 'Coffee;Latte;S;3,50', 'Coffee;Latte;L;4,50'])
    expect(menus[0]?.groups).toMatchObject([
      {
        name: 'Coffee',
        items: [
          {
            name: 'Latte',
            items: [
              { name: 'S', price: 3.5 },
              { name: 'L', price: 4.5 },
            ],
          },
        ],
      },
    ])
    expect(lines).toEqual([])
  })

  test('may be of allergens, diets and sizes', async () => {
    const { menus } = await read([
      'Dish;Milk / Milch;Vegan (vegetalien);Preis klein / Small price;Large / Groß',
      'Pie;x;;3;4',
    ])
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ tags: ['allergen:milk'] }])
  })

  test('is not read where the halves are different columns', async () => {
    await expect(read(['Name / Price;Group', 'Pie;x'])).rejects.toThrow(
      'no column that is known to be the item',
    )
  })
})

describe('a column for each language', () => {
  const rows = ['Category;Name;Nom;Description;Beschreibung;Price', 'Mains;Stew;Ragoût;Hot;Warm;12']

  test('is no second table: the columns to read are asked for', async () => {
    await expect(read(rows)).rejects.toThrow('several columns that could be the item (Name, Nom)')
    await expect(read(rows)).rejects.toThrow('several columns that could be the description')
  })

  test('is chosen', async () => {
    const column = new Map([
      ['item', 'Nom'],
      ['description', 'Description'],
    ])
    const { menus, lines } = await read(rows, { column })
    expect(menus[0]?.groups[0]?.items).toMatchObject([{ name: 'Ragoût', description: 'Hot', price: 12 }])
    expect(lines).toEqual([
      '2 columns are not read, because their headings are not known: Name, Beschreibung.',
    ])
  })
})
