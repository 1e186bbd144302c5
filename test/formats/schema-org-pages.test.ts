import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'

type Fields = Readonly<Record<string, unknown>>

const item = (name: string, price: unknown, fields: Fields = {}) => ({
  '@type': 'MenuItem',
  name,
  offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
  ...fields,
})
const section = (name: string, hasMenuItem: unknown, fields: Fields = {}) => ({
  '@type': 'MenuSection',
  name,
  hasMenuItem,
  ...fields,
})
const menu = (hasMenuSection: unknown, fields: Fields = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'Menu',
  name: 'Carte',
  hasMenuSection,
  ...fields,
})
const script = (text: string) => `<script type="application/ld+json">${text}</script>`
const page = (...scripts: readonly string[]) => `<!doctype html><body>${scripts.map(script).join('')}</body>`

/** Groups with the names and prices of their items and sizes. */
async function tree(content: string | object, name = 'menu.jsonld') {
  const { menus, lines, hasLosses } = await convert(name, content)
  const found = menus.flatMap(({ groups }) =>
    groups.map((group) => [
      group.name,
      ...group.items.map((one) => [one.name, one.price, ...one.items.map((size) => [size.name, size.price])]),
    ]),
  )
  return { tree: found, lines, hasLosses, ids: menus.flatMap(({ groups }) => groups.map(({ id }) => id)) }
}

describe('one @id for several things', () => {
  const SAME = { '@id': 'https://inn.example/#item' }
  const SECTION = { '@id': 'https://inn.example/#section' }

  test('of different names makes them no less different, and no id of theirs', async () => {
    const { tree: found, lines } = await tree(
      menu([
        section(
          'Mains',
          [item('Burger', '9.90', SAME), item('Wrap', '8.90', SAME), item('Soup', '6.90', SAME)],
          SECTION,
        ),
        section('Drinks', [item('Cola', '3.00')], SECTION),
      ]),
    )
    expect(found).toEqual([
      ['Mains', ['Burger', 9.9], ['Wrap', 8.9], ['Soup', 6.9]],
      ['Drinks', ['Cola', 3]],
    ])
    expect(lines).toEqual([])
    const before = await convertMenu(
      'a',
      menu(section('Mains', [item('Pie', 9, SAME), item('Stew', 8, SAME)])),
    )
    const after = await convertMenu(
      'a',
      menu(section('Mains', [item('Ribs', 7, SAME), item('Pie', 9, SAME), item('Stew', 8, SAME)])),
    )
    const idOf = ({ groups }: typeof before, name: string) =>
      groups[0]?.items.find((one) => one.name === name)?.id
    for (const name of ['Pie', 'Stew']) expect(idOf(after, name)).toBe(idOf(before, name))
  })

  test('also of one name, if prices, descriptions or kinds differ', async () => {
    const { tree: found } = await tree(
      menu([
        section('Salad', [item('Salad', 6, SAME), item('Salad', 11, SAME)], SAME),
        section('Soups', [item('Soup', 5, { ...SAME, description: 'Leek' }), item('Soup', 5, SAME)]),
      ]),
    )
    expect(found).toEqual([
      ['Salad', ['Salad', 6], ['Salad', 11]],
      ['Soups', ['Soup', 5], ['Soup', 5]],
    ])
  })

  test('also of offers, nutrition and diets', async () => {
    const id = (name: string) => ({ '@id': `#${name}` })
    const dish = (name: string, price: number, calories: string) => ({
      ...item(name, 0),
      offers: { ...id('offer'), '@type': 'Offer', price },
      nutrition: { ...id('nutrition'), calories },
    })
    const { menus } = await convert(
      'a',
      menu(section('Mains', [dish('Pie', 9, '500'), dish('Stew', 8, '400')])),
    )
    const items = menus[0]?.groups[0]?.items
    expect(items?.map(({ price, calories }) => [price, calories])).toEqual([
      [9, 500],
      [8, 400],
    ])
  })

  test('of which a reference means one is refused with their names', async () => {
    const graph = [menu(section('Mains', [SAME])), item('Pie', 9, SAME), item('Stew', 8, SAME)]
    await expect(tree({ '@context': 'https://schema.org', '@graph': graph })).rejects.toThrow(
      'menu.jsonld: several things have the @id https://inn.example/#item (Pie, Stew), so that it does not tell which of them is meant: give each an @id of its own, or copy the menu into a spreadsheet',
    )
  })

  test('of one thing that is described in parts stays one', async () => {
    const { tree: found } = await tree(
      page(
        JSON.stringify({
          '@type': 'Restaurant',
          name: 'Inn',
          hasMenu: { '@type': 'Menu', '@id': '#m', name: 'Our menu' },
        }),
        JSON.stringify({ '@type': 'Menu', '@id': '#m', hasMenuSection: { '@id': '#s', name: 'Mains' } }),
        JSON.stringify({ '@type': 'MenuSection', '@id': '#s', hasMenuItem: [{ '@id': '#i', name: 'Pie' }] }),
        JSON.stringify(item('Pie', 9, { '@id': '#i' })),
      ),
    )
    expect(found).toEqual([['Mains', ['Pie', 9]]])
  })
})

describe('lists', () => {
  const listed = (thing: unknown, position?: number) => ({ '@type': 'ListItem', position, item: thing })

  test('of items in a section are read, by their positions', async () => {
    const itemListElement = [listed(item('Pie', 9), 2), listed(item('Stew', 8), 1)]
    expect((await tree(menu(section('Mains', undefined, { itemListElement })))).tree).toEqual([
      ['Mains', ['Stew', 8], ['Pie', 9]],
    ])
  })

  test.each([
    ['in hasMenuItem', menu(section('Mains', { '@type': 'ItemList', itemListElement: [item('Pie', 9)] }))],
    [
      'in hasMenuSection',
      menu({ '@type': 'ItemList', itemListElement: [listed(section('Mains', item('Pie', 9)))] }),
    ],
    ['of a menu', menu(undefined, { itemListElement: [listed(section('Mains', [item('Pie', 9)]))] })],
    [
      'of what a list entry is itself',
      menu(section('Mains', undefined, { itemListElement: [item('Pie', 9, { '@type': 'ListItem' })] })),
    ],
  ])('%s are read', async (_, content) => {
    expect((await tree(content)).tree).toEqual([['Mains', ['Pie', 9]]])
  })

  test('what is not in the file is named once, and lists that contain themselves end', async () => {
    const itemListElement = [listed(item('Pie', 9)), { '@id': '#gone' }]
    const { lines } = await tree(menu(section('Mains', undefined, { itemListElement })))
    expect(lines).toEqual(['1 section or item is referred to, but not in the file: #gone.'])
    const endless = { '@type': 'ItemList', '@id': '#l', itemListElement: { '@id': '#l' } }
    await expect(tree(menu(section('Mains', endless)))).rejects.toThrow()
  })
})

describe('a menu without items', () => {
  test('but with sections is refused with the address where it is', async () => {
    const url = 'https://inn.example/drinks'
    const sections = [{ '@type': 'MenuSection', name: 'Milk teas', description: '6 kinds from $6.49' }]
    const restaurant = { '@type': 'Restaurant', name: 'Inn', menu: url, hasMenu: menu(sections, { url }) }
    await expect(tree(page(JSON.stringify(restaurant)), 'page.html')).rejects.toThrow(
      'only links to one: save https://inn.example/drinks and import that, or copy the menu into a spreadsheet',
    )
    await expect(tree(menu([{ '@type': 'MenuSection', name: 'Mains' }]))).rejects.toThrow(
      'but has none: copy the menu',
    )
  })

  test('beside one with items is named', async () => {
    const bare = menu([{ '@type': 'MenuSection', name: 'Wines' }], { name: 'Wine' })
    const { tree: found, lines } = await tree([menu(section('Mains', item('Pie', 9))), bare])
    expect(found).toEqual([['Mains', ['Pie', 9]]])
    expect(lines).toContain('1 menu is left out, because its sections and items are not in the file: Wine.')
  })

  test('because it is in the attributes of the page is refused with what to do', async () => {
    const microdata =
      '<div itemscope itemtype="https://schema.org/Menu"><span itemprop="name">Carte</span></div>'
    const restaurant = '{"@context":"https://schema.org","@type":"Restaurant","name":"Inn"}'
    await expect(tree(page(restaurant) + microdata, 'page.html')).rejects.toThrow(
      'copy the menu into a spreadsheet, and save it as XLSX or CSV',
    )
  })
})

describe('the quantity of a price', () => {
  const priced = async (offers: object) =>
    (await tree(menu(section('Fish', { ...item('Bream', 0), offers })))).tree[0]?.[1]
  const quantity = (value: number, unitCode: string) => ({ '@type': 'QuantitativeValue', value, unitCode })

  test.each<[object, unknown]>([
    [
      { priceSpecification: { price: 7.5, referenceQuantity: quantity(100, 'GRM') } },
      ['Bream', null, ['100 g', 7.5]],
    ],
    [
      { price: 7.5, priceSpecification: { price: 7.5, referenceQuantity: quantity(1, 'KGM') } },
      ['Bream', null, ['1 kg', 7.5]],
    ],
    [{ price: 7.5, priceSpecification: { price: 7.5, unitCode: 'LBR' } }, ['Bream', null, ['1 lb', 7.5]]],
    [{ price: 7.5, eligibleQuantity: quantity(6, 'XYZ') }, ['Bream', null, ['6 XYZ', 7.5]]],
    [{ price: 7.5, eligibleQuantity: quantity(1, 'C62') }, ['Bream', 7.5]],
    [{ price: 7.5, eligibleQuantity: { value: 1 } }, ['Bream', 7.5]],
    [{ price: 7.5, eligibleQuantity: { value: 1, unitText: 'Piece' } }, ['Bream', 7.5]],
  ])('is a size, unless it is one piece: %j', async (offers, expected) => {
    expect(await priced(offers)).toEqual(expected)
  })

  test('prices for delivery or staff are left out and named, if there are others', async () => {
    const offers = [
      { name: 'Dine-in', price: 7.5 },
      { name: 'Delivery', price: 9 },
      { name: 'Staff meal', price: 3 },
    ]
    const { tree: found, lines } = await tree(menu(section('Fish', { ...item('Bream', 0), offers })))
    expect(found).toEqual([['Fish', ['Bream', null, ['Dine-in', 7.5]]]])
    expect(lines).toEqual([
      '2 prices are left out, because they are not what guests in the house usually pay: Bream > Staff meal, Bream > Delivery.',
    ])
    expect(await priced({ name: 'Delivery', price: 9 })).toEqual(['Bream', null, ['Delivery', 9]])
  })

  test('a price for some hours or some guests is left out and named, if there are others', async () => {
    const offers = [
      { name: 'Happy hour', price: 5 },
      { name: 'Members', price: 6 },
      { name: 'Regular', price: 8 },
    ]
    const { tree: found, lines } = await tree(menu(section('Bar', { ...item('Lager', 0), offers })))
    expect(found).toEqual([['Bar', ['Lager', 8]]])
    expect(lines).toEqual([expect.stringContaining('Lager > Happy hour, Lager > Members.')])
  })

  test('a price for staff or for resellers is never read', async () => {
    const offers = { name: 'Staff', price: 3 }
    const { tree: found, lines } = await tree(menu(section('Bar', { ...item('Lager', 0), offers })))
    expect(found).toEqual([['Bar', ['Lager', null]]])
    expect(lines).toEqual([expect.stringContaining('Lager > Staff.')])
  })

  test.each([
    { price: 8, valueAddedTaxIncluded: false },
    { priceSpecification: { price: 8, valueAddedTaxIncluded: 'False' } },
  ])('a price without taxes is named: %j', async (offers) => {
    const { tree: found, lines } = await tree(menu(section('Bar', { ...item('Lager', 0), offers })))
    expect(found).toEqual([['Bar', ['Lager', 8]]])
    expect(lines).toEqual(['1 price is without taxes: Lager.'])
  })

  test('a price that is struck out is none', async () => {
    const priceSpecification = [
      { price: 9, priceType: 'https://schema.org/StrikethroughPrice' },
      { price: 7.5 },
    ]
    expect(await priced({ priceSpecification })).toEqual(['Bream', 7.5])
  })
})

describe('calories', () => {
  test('may be a text instead of nutrition', async () => {
    const read = (nutrition: unknown) =>
      convert('menu.jsonld', menu(section('M', { ...item('Pie', 9), nutrition })))
    const { menus } = await read('250 kcal')
    expect(menus[0]?.groups[0]?.items[0]?.calories).toBe(250)
    const { lines } = await read('250 calories, 12 g fat')
    expect(lines).toEqual(['1 item has calories that are not one number: Pie.'])
  })

  test('of several units are those in kilocalories', async () => {
    const energy = (value: number, unitCode: string) => ({ '@type': 'Energy', value, unitCode })
    const dish = item('Pie', 9, { nutrition: { calories: [energy(1046, 'KJO'), energy(250, 'E14')] } })
    const { groups } = await convertMenu('a', menu(section('Mains', dish)))
    expect(groups[0]?.items[0]?.calories).toBe(250)
  })
})

describe('JSON that is none', () => {
  const json = JSON.stringify(menu(section('Mains', item('Pie // /* 9 */', 9, { description: 'a,]' }))))

  test.each([
    ['a comment', `// our menu\n${json}`],
    ['a comment', json.replace('{', '{ /* ours, */ ').replace(/\}$/, '// the end\n}')],
    ['a comma before the end of a list', json.replace(/\}\}/, '},\n}')],
    ['a comma before the end of a list', json.replace(/\}$/, ', }')],
    ['a semicolon or a comma behind the end', `${json};\n`],
    ['a line break in a text', json.replace('a,]', 'a,\n\t]')],
    ['quotation marks as HTML has them (&quot;)', json.replaceAll('"', '&quot;')],
  ])('for %s is read, and that is noted', async (fault, text) => {
    for (const [name, content] of [
      ['page.html', page('', text)],
      ['menu.jsonld', text],
      ['menu.jsonld', `\uFEFF${text}`],
    ] as const) {
      if (fault.startsWith('quotation') && name === 'menu.jsonld') continue
      const { tree: found, lines, hasLosses } = await tree(content, name)
      expect(found).toEqual([['Mains', ['Pie // /* 9 */', 9]]])
      expect(lines).toEqual([expect.stringContaining(`is not valid JSON, because of ${fault}`)])
      expect(hasLosses).toBe(false)
    }
  })

  test('in a script beside that of the menu is noted', async () => {
    const crumbs = '{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,},]}'
    const { tree: found, lines } = await tree(page(crumbs, json), 'page.html')
    expect(found).toEqual([['Mains', ['Pie // /* 9 */', 9]]])
    expect(lines).toEqual([
      expect.stringContaining('<script type="application/ld+json"> number 1: is not valid JSON'),
    ])
  })

  test('for anything else is refused with its place, also in a file of its own', async () => {
    await expect(tree(json.replace(',"hasMenuSection"', '"hasMenuSection"'))).rejects.toThrow(
      'menu.jsonld: must be JSON, but is not at line 1, column',
    )
  })

  test('of a broken script that may have the menu is said, if there is none elsewhere', async () => {
    const restaurant = JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'Restaurant',
      name: 'Inn',
    })
    await expect(tree(page(restaurant, json.slice(0, -3)), 'page.html')).rejects.toThrow(
      /number 2: must be JSON.*\n.*must have a schema.org Menu/,
    )
  })

  test('with a text of many millions of characters is read', async () => {
    const long = json.replace('"Carte"', `"Carte","url":"${'\\"a'.repeat(5_000_000)}"`)
    expect((await tree(`${long};`)).tree).toEqual([['Mains', ['Pie // /* 9 */', 9]]])
  })

  test('a field that an object has twice is named, because the first value is lost', async () => {
    const twice = json.replace('"hasMenuItem"', '"hasMenuItem":[],"hasMenuItem"')
    const { lines, hasLosses } = await tree(twice)
    expect(lines).toEqual([
      '1 field is several times in one object of the JSON, and all but the last value is lost (write a list): /hasMenuSection/hasMenuItem.',
    ])
    expect(hasLosses).toBe(true)
  })

  test('of a large hostile file is refused in time', async () => {
    for (const part of ['"\\"', ',/*', '//', ',   ', '/*"'])
      await expect(tree(`{"@context":1 ${part.repeat(200_000)}`)).rejects.toThrow('must be JSON')
  })
})
