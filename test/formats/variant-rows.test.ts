import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

const read = (...rows: readonly string[]) => convert('menu.csv', rows.join('\n'), { menuName: 'House' })

describe('rows of variants without a name, as shops export them', () => {
  test('of Loyverse are sizes of the item above', async () => {
    const { menus } = await read(
      'Handle,SKU,Name,Category,Description,Option 1 name,Option 1 value,Option 2 name,Option 2 value,Default price,Cost,Price [Harbour]',
      'latte,1,Latte,Coffee,With milk,Size,Small,Milk,Oat,4.00,1,4.00',
      'latte,2,,,,,Large,,Soy,5.00,1,5.00',
      'tea,3,Tea,Coffee,,,,,,3.00,1,3.00',
    )
    expect(menus[0]?.groups).toMatchObject([
      {
        name: 'Coffee',
        items: [
          {
            name: 'Latte',
            description: 'With milk',
            price: null,
            items: [
              { name: 'Small / Oat', price: 4 },
              { name: 'Large / Soy', price: 5 },
            ],
          },
          { name: 'Tea', price: 3 },
        ],
      },
    ])
  })

  test('of Shopify are, too, and rows of pictures are nothing', async () => {
    const { menus, lines } = await read(
      'Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price,Image Src',
      'beans,Beans,<p>Fresh</p>,"new, coffee",Weight,250 g,9.00,,a.png',
      'beans,,,,,1 kg,30.00,35.00,',
      'beans,,,,,,,,b.png',
      'mug,Mug,,,Title,Default Title,12.00,,',
    )
    expect(menus[0]?.groups[0]?.items).toMatchObject([
      {
        name: 'Beans',
        description: 'Fresh',
        tags: ['new', 'coffee'],
        items: [
          { name: '250 g', price: 9 },
          { name: '1 kg', price: 30 },
        ],
      },
      { name: 'Mug', price: 12 },
    ])
    expect(menus[0]?.groups[0]?.items[1]?.items ?? []).toEqual([])
    expect(lines).toEqual([
      '1 column is not read, because its heading is not known: Image Src.',
      '1 column of prices is not read, because another is that of the prices for guests: Variant Compare At Price.',
    ])
  })

  test('of another handle than the row above are refused', async () => {
    const refused = read('Handle,Title,Option1 Value,Variant Price', 'a,Beans,S,9', 'b,,L,30')
    await expect(refused).rejects.toThrow('row 3, column Title: must name the item')
  })
})

describe('cells that are written once, in other tables, are refused', () => {
  test('with the row to fill them down from', async () => {
    const rows = ['Category,Item,Size,Price', 'Coffee,Latte,Small,3', '', ',,Large,4', ',Tea,,2']
    const refused = expect(read(...rows)).rejects
    await refused.toThrow(
      'menu.csv: row 4, column Category: must name the group of the item, and Item the item: fill in the empty cells, or fill them down from row 2 (Coffee, Latte)\nmenu.csv: row 5, column Category: must name the group of the item: fill in the empty cell, or fill it down from row 2 (Coffee)',
    )
  })

  test('also where there are no groups', async () => {
    const refused = expect(read('Item,Size,Price', 'Latte,Small,3', ',Large,4')).rejects
    await refused.toThrow(
      'row 3, column Item: must name the item: fill in the empty cell, or fill it down from row 2 (Latte)',
    )
  })
})
