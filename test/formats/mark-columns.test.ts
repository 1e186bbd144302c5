import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

/** What the items of a table have, as texts, and what is said. */
async function read(...rows: readonly string[]) {
  const { menus, lines } = await convert('menu.csv', rows.join('\n'), { menuName: 'House' })
  const items = (menus[0]?.groups ?? []).flatMap((group) => group.items)
  return { items: items.map(({ name, tags }) => `${name}: ${tags?.join(' ')}`), lines }
}

describe('a column for each allergen or diet', () => {
  test('gives the tags of its marks', async () => {
    const { items, lines } = await read(
      'Dish,Price,Gluten,Contains milk,Egg?,Vegan,Tree nuts (yes/no)',
      'Stew,12,x,yes,,,no',
      'Pie,10,,1,•,✓,-',
      'Rice,4,0,false,n,YES,',
    )
    expect(lines).toEqual([
      '1 mark is not read, because what it means is not certain (write x for what is contained or suitable, and leave other cells empty): row 2, Gluten (x).',
    ])
    expect(items).toEqual([
      'Stew: allergen:milk',
      'Pie: allergen:milk allergen:eggs diet:vegan',
      'Rice: diet:vegan',
    ])
  })

  test('reads x where there are no ticks', async () => {
    const { items, lines } = await read('Dish,Gluten,Milk,GF', 'Stew,x,yes,', 'Pie,1,•,X', 'Rice,,,')
    expect(items).toEqual([
      'Stew: allergen:milk allergen:gluten',
      'Pie: allergen:gluten allergen:milk diet:gluten_free',
      'Rice: ',
    ])
    expect(lines).toEqual([expect.stringMatching('1 item has diets as letters, .*: Pie')])
  })

  test.each([
    ['Gericht,Milch,Schalenfrüchte', 'Milch', 'nuts'],
    ['Plat,Lait,Fruits à coque', 'lait', 'nuts'],
    ['料理名,乳,ナッツ類', '○', 'nuts'],
    ['메뉴명,우유,견과류', '○', 'nuts'],
    ['מנה,חלב,אגוזים', 'x', 'nuts'],
    ['ชื่อเมนู,นม,ถั่วเปลือกแข็ง', '✓', 'nuts'],
    ['Danie,Mleko,Orzechy', 'x', 'nuts'],
    ['Món,Sữa,Cá', 'x', 'fish'],
  ])('in many languages: %s', async (headings, mark, other) => {
    const { items, lines } = await read(headings, `A,${mark},`, 'B,,yes')
    expect(items).toEqual(['A: allergen:milk', `B: allergen:${other}`])
    expect(lines).toEqual([])
  })

  test('beside ticks, a cross is no', async () => {
    const { items, lines } = await read('Dish,Milk,Eggs', 'Pie,✓,✗', 'Cake,✔️,✅', 'Egg,❌,☑')
    expect(items).toEqual(['Pie: allergen:milk', 'Cake: allergen:milk allergen:eggs', 'Egg: allergen:eggs'])
    expect(lines).toEqual([])
  })

  test.each(['T', 'may contain', '(x)', 'traces', '✗', '?', '2', 'milk on request'])(
    'names the row of what is not clearly a mark: %s',
    async (mark) => {
      const { items, lines } = await read('Dish,Milk', 'Stew,yes', `Pie,${mark}`)
      expect(items).toEqual(['Stew: allergen:milk', 'Pie: '])
      expect(lines).toEqual([expect.stringContaining(`row 3, Milk (${mark})`)])
    },
  )

  test('reads the names of allergens in its cells', async () => {
    const { items } = await read('Dish,Gluten,Nuts', 'Bread,"wheat, rye",', 'Cake,yes,almonds')
    expect(items).toEqual(['Bread: allergen:gluten allergen:wheat', 'Cake: allergen:gluten allergen:nuts'])
  })

  test('with anything but marks is not read, and named', async () => {
    const { items, lines } = await read('Dish,Price,Fish', 'Stew,12,8.50', 'Pie,10,trout fillet')
    expect(items).toEqual(['Stew: undefined', 'Pie: undefined'])
    expect(lines).toEqual(['1 column is not read, because its heading is not known: Fish.'])
  })

  test('is not read where several may be meant, or traces', async () => {
    const { lines } = await read('Dish,Milk/Eggs,May contain nuts,7', 'Stew,x,x,x')
    expect(lines).toEqual([
      '3 columns are not read, because their headings are not known: Milk/Eggs, May contain nuts, 7.',
    ])
  })

  test('may be below one heading for all', async () => {
    const { items } = await read('Dish,Price,Allergens,,', ',,Gluten,Milk,Eggs', 'Pie,10,x,,x')
    expect(items).toEqual(['Pie: allergen:gluten allergen:eggs'])
  })
})
