import { describe, expect, test } from 'vitest'
import { convert, convertAll, convertMenu, inputFile } from '../support/convert.ts'

type Fields = Readonly<Record<string, unknown>>

const CONTEXT = { '@context': 'https://schema.org' }
const item = (name: unknown, fields: Fields = {}) => ({ '@type': 'MenuItem', name, ...fields })
const section = (name: unknown, hasMenuItem: unknown, fields: Fields = {}) => ({
  '@type': 'MenuSection',
  name,
  hasMenuItem,
  ...fields,
})
const menu = (hasMenuSection: unknown, fields: Fields = {}) => ({
  ...CONTEXT,
  '@type': 'Menu',
  name: 'Dinner',
  hasMenuSection,
  ...fields,
})
const offer = (price: unknown, fields: Fields = {}) => ({ '@type': 'Offer', price, ...fields })
const page = (...scripts: readonly unknown[]) =>
  `<!DOCTYPE html><html><head>${scripts
    .map((script) => (typeof script === 'string' ? script : JSON.stringify(script)))
    .map((script) => `<script type="application/ld+json">${script}</script>`)
    .join('\n')}</head><body>Menu</body></html>`

const convertItems = async (items: unknown, options = {}) => {
  const { menus, ...rest } = await convert('menu.jsonld', menu(section('Mains', items)), options)
  return { ...rest, items: menus[0]?.groups[0]?.items ?? [] }
}
const convertItem = async (fields: Fields, options = {}) => {
  const { items, ...rest } = await convertItems(item('Steak', fields), options)
  return { ...rest, item: items[0] }
}

test('schema-org: comments, conditions and attributes of a page hide no script', async () => {
  const script = (name: string, attributes = '') =>
    `<script ${attributes} type="application/ld+json">${JSON.stringify(menu(section('Mains', item(name)), { name }))}</script>`
  const content = `<html><title>a <!-- b</title><script>document.write("<!-- begin")</script>
    <!--[if !IE]><!-->${script('Dinner')}<!--<![endif]--><!--->${script('Kids')}<!-->${script('Bar', 'data-note="a>b"')}
    <!-- ${script('Hidden')} --!></html>`
  const { menus } = await convert('menu.html', content)
  expect(menus.map(({ name }) => name)).toEqual(['Dinner', 'Kids', 'Bar'])
})

test.each(['hasMenuItem', 'hasMenuSection', 'additionalProperty'])(
  'schema-org: an item that has %s is refused',
  async (name) => {
    await expect(convertItem({ [name]: [{ name: 'Glass', value: 5 }] })).rejects.toThrow(
      `must not have fields that may matter but are not read (${name})`,
    )
  },
)

test('schema-org: an item that no menu contains is named', async () => {
  const soup = { ...item('Soup'), '@id': '#soup' }
  const content = [
    menu(section('Mains', [item('Steak'), { '@id': '#soup' }])),
    soup,
    item('Pie'),
    { ...CONTEXT, '@type': 'Restaurant', makesOffer: offer(5, { itemOffered: item('Cake') }) },
  ]
  const { menus, lines, hasLosses } = await convert('menu.jsonld', content)
  expect(menus[0]?.groups[0]?.items.map(({ name }) => name)).toEqual(['Steak', 'Soup'])
  expect(lines).toEqual(['2 items are left out, because they are in no section of a menu: Pie, Cake.'])
  expect(hasLosses).toBe(true)
})

describe('schema-org: where menus are found', () => {
  const restaurant = {
    ...CONTEXT,
    '@type': 'Restaurant',
    name: 'Aurora',
    hasMenu: menu(section('Mains', item('Steak'))),
  }

  test.each([
    ['an object', restaurant],
    ['an array', [{ ...CONTEXT, '@type': 'WebSite', name: 'Aurora' }, restaurant]],
    ['a graph', { ...CONTEXT, '@graph': [restaurant] }],
    ['a web page', page({ ...CONTEXT, '@type': 'WebSite' }, restaurant)],
  ])('in %s, with the name of the restaurant', async (_, content) => {
    const { format, menus, lines } = await convert('page', content)
    expect(format).toBe('schema-org')
    expect(lines).toEqual([])
    expect(menus).toMatchObject([
      {
        name: 'Dinner',
        location: { restaurantName: 'Aurora' },
        groups: [{ name: 'Mains', items: [{ name: 'Steak' }] }],
      },
    ])
  })

  test.each(['http://schema.org/', 'https://www.schema.org/', 'schema:'])(
    'with types and fields that begin with %s, and arrays of types',
    async (prefix) => {
      const { menus } = await convert('menu.jsonld', {
        '@context': 'http://schema.org/',
        '@type': [`${prefix}Thing`, `${prefix}Menu`],
        [`${prefix}name`]: 'Dinner',
        [`${prefix}hasMenuSection`]: {
          '@type': `${prefix}MenuSection`,
          [`${prefix}name`]: 'Mains',
          [`${prefix}hasMenuItem`]: { '@list': [{ [`${prefix}name`]: 'Steak' }] },
        },
      })
      expect(menus[0]?.groups[0]?.items[0]?.name).toBe('Steak')
    },
  )

  test('by references to things anywhere in the document, and each menu once', async () => {
    const { menus } = await convert(
      'page.html',
      page(
        {
          ...CONTEXT,
          '@graph': [
            { '@type': 'Restaurant', name: 'Aurora', hasMenu: { '@id': '#menu' } },
            { '@id': '#menu', '@type': 'Menu', name: 'Dinner', hasMenuSection: [{ '@id': '#mains' }] },
          ],
        },
        { ...CONTEXT, '@id': '#mains', '@type': 'MenuSection', name: 'Mains', hasMenuItem: '#steak' },
        { ...CONTEXT, '@id': '#steak', '@type': 'MenuItem', name: 'Steak' },
      ),
    )
    expect(menus).toHaveLength(1)
    expect(menus[0]).toMatchObject({ id: 'schema-org:#menu', location: { restaurantName: 'Aurora' } })
    expect(menus[0]?.groups[0]).toMatchObject({ id: 'schema-org:#mains', items: [{ name: 'Steak' }] })
  })

  test('several in hasMenu, and one in menu, which is its older name', async () => {
    const named = (name: string) => menu(section('Mains', item('Steak')), { name })
    const both = { ...restaurant, hasMenu: [named('Lunch'), named('Dinner')] }
    expect((await convert('a', both)).menus.map(({ name }) => name)).toEqual(['Lunch', 'Dinner'])
    const older = { ...restaurant, hasMenu: undefined, menu: named('Brunch') }
    expect((await convert('a', older)).menus[0]).toMatchObject({
      name: 'Brunch',
      location: { restaurantName: 'Aurora' },
    })
  })

  test('a menu without a name takes that of --menu-name, and the file is not asked', async () => {
    const nameless = menu(section('Mains', item('Steak')), { name: undefined })
    expect((await convertMenu('lunch.json', nameless, { menuName: 'Dinner' })).name).toBe('Dinner')
    await expect(convert('lunch.json', nameless)).rejects.toThrow('add --menu-name NAME')
  })

  test('the locality of an address is not a location', async () => {
    const withAddress = {
      ...restaurant,
      address: { '@type': 'PostalAddress', addressLocality: 'Springfield' },
    }
    expect((await convertMenu('a', withAddress)).location).toEqual({ restaurantName: 'Aurora' })
  })

  test('a menu that is only a link is refused with what to do', async () => {
    const linked = { ...restaurant, hasMenu: 'https://aurora.example/menu' }
    await expect(convert('page.html', page(linked))).rejects.toThrow(
      'page.html: must have a schema.org Menu with items in its JSON-LD, but only names or links to one: save https://aurora.example/menu and import that',
    )
    const typed = { ...restaurant, hasMenu: { '@type': 'Menu', url: 'https://aurora.example/menu' } }
    await expect(convert('page.html', page(typed))).rejects.toThrow('save https://aurora.example/menu')
  })

  test('a link beside a menu is reported', async () => {
    const { lines } = await convert('a', {
      ...restaurant,
      hasMenu: [restaurant.hasMenu, 'https://aurora.example/wine'],
    })
    expect(lines).toEqual([
      '1 menu is left out, because its sections and items are not in the file: https://aurora.example/wine.',
    ])
  })

  test('several files are read one after the other', async () => {
    const files = ['Lunch', 'Dinner'].map((name) =>
      inputFile(`${name}.json`, menu(section('Mains', item('Steak')), { name })),
    )
    expect((await convertAll(files)).menus.map(({ name }) => name)).toEqual(['Lunch', 'Dinner'])
  })
})

describe('schema-org: web pages', () => {
  const content = JSON.stringify(menu(section('Mains', item('Steak', { description: 'A & B </b>' }))))

  test.each([
    `<script type='application/ld+json; charset=utf-8'>${content}</script>`,
    `<SCRIPT TYPE="Application/LD+JSON">${content}</SCRIPT>`,
    `<!-- <script type="application/ld+json">{</script> --><script type="application/ld+json">${content}</script>`,
    `<script type="application/ld+json"> </script><script type="application/ld+json">${content}</script>`,
  ])('scripts are found however they are written: %s', async (script) => {
    const { groups } = await convertMenu('page.html', `<html><body>${script}</body></html>`)
    expect(groups[0]?.items[0]?.description).toBe('A & B')
  })

  test('a page without JSON-LD is refused with what was looked for', async () => {
    await expect(convert('page.html', '<!doctype html><p>Soup 8</p>')).rejects.toThrow(
      'page.html: is a web page without data for programs: it needs its menu as a schema.org Menu in <script type="application/ld+json">',
    )
  })

  test('a page without a menu in its JSON-LD is refused with what was looked for', async () => {
    await expect(convert('page.html', page({ ...CONTEXT, '@type': 'WebSite' }))).rejects.toThrow(
      'page.html: must have a schema.org Menu with items in its JSON-LD, but has none: copy the menu',
    )
  })
})

describe('schema-org: sections and items', () => {
  test('single objects and arrays are read alike, and sections nest', async () => {
    const { groups } = await convertMenu(
      'a',
      menu([
        section('Drinks', [], { hasMenuSection: section('Hot', item('Tea')) }),
        section('Mains', [item('Steak')]),
      ]),
    )
    expect(groups.map(({ name, groups: inner }) => [name, inner.map((one) => one.name)])).toEqual([
      ['Drinks', ['Hot']],
      ['Mains', []],
    ])
  })

  test('items directly in a menu are in a group with its name, before the sections', async () => {
    const { groups } = await convertMenu(
      'a',
      menu(section('Mains', item('Steak')), { hasMenuItem: item('Bread') }),
    )
    expect(groups.map(({ name, items }) => [name, items.map((one) => one.name)])).toEqual([
      ['Dinner', ['Bread']],
      ['Mains', ['Steak']],
    ])
  })

  test.each([
    ['https://schema.org/VeganDiet', 'diet:vegan'],
    ['GlutenFreeDiet', 'diet:gluten_free'],
    [{ '@id': 'https://schema.org/LowLactoseDiet' }, 'diet:low_lactose'],
    ['https://schema.org/VeganDiet/', 'diet:vegan'],
  ])('a diet becomes a tag: %j', async (suitableForDiet, tag) => {
    expect((await convertItem({ suitableForDiet: [suitableForDiet, suitableForDiet] })).item?.tags).toEqual([
      tag,
    ])
  })

  test('the description of a menu and offers of sections are reported, because they have no field', async () => {
    const { lines } = await convert(
      'a',
      menu(section('Mains', item('Steak'), { offers: { availabilityStarts: '18:00' } }), {
        description: 'Late.',
      }),
    )
    expect(lines).toEqual([
      '1 menu loses its description: Dinner.',
      '1 menu or group has a price or times of its own, which are not imported: Mains.',
    ])
  })
})

describe('schema-org: offers', () => {
  test.each([
    [4.5, 4.5],
    ['4,50 €', 4.5],
    ['0', 0],
    [{ '@type': 'xsd:decimal', '@value': '4.50' }, 4.5],
  ])('the price %j is a number', async (price, expected) => {
    const { item: steak, lines } = await convertItem({ offers: offer(price) })
    expect(steak?.price).toBe(expected)
    expect(lines).toEqual([])
  })

  test('several offers become child items by their size', async () => {
    const { item: beer, lines } = await convertItem({
      offers: [
        offer(3, { name: 'Small' }),
        offer(5, { name: '0.5 l' }),
        offer(9, { name: 'Pitcher', availability: 'SoldOut' }),
      ],
    })
    expect(beer).toMatchObject({ price: null, inStock: true })
    expect(beer?.items.map(({ name, price, inStock }) => [name, price, inStock])).toEqual([
      ['Small', 3, true],
      ['0.5 l', 5, true],
      ['Pitcher', 9, false],
    ])
    expect(lines).toEqual([])
  })

  test.each(['Regular', 'Steak', undefined])('a single offer named %s is the item', async (name) => {
    expect((await convertItem({ offers: offer(3, { name }) })).item).toMatchObject({ price: 3, items: [] })
  })

  test('offers in several currencies are refused without --currency, which chooses', async () => {
    const offers = [offer('9', { priceCurrency: 'USD' }), offer('8', { priceCurrency: 'EUR' })]
    await expect(convertItem({ offers })).rejects.toThrow(
      'several currencies (EUR, USD): choose one with --currency',
    )
    const { items, lines } = await convertItems(
      [item('Steak', { offers }), item('Fish', { offers: offer('7', { priceCurrency: 'USD' }) })],
      { currency: 'EUR' },
    )
    expect(items.map(({ price }) => price)).toEqual([8, null])
    expect(lines).toEqual(['1 item has no price in EUR: Fish.'])
  })

  test.each([
    ['https://schema.org/OutOfStock', false],
    ['out of stock', false],
    [{ '@id': 'https://schema.org/OutOfStock' }, false],
    ['https://schema.org/InStock', true],
  ])('availability %j says whether it is in stock', async (availability, inStock) => {
    expect((await convertItem({ offers: offer(5, { availability }) })).item).toMatchObject({
      price: 5,
      inStock,
    })
    expect((await convertItem({ offers: { availability } })).item?.inStock).toBe(inStock)
    const offers = offer(5, { availability, priceCurrency: 'EUR' })
    expect((await convertItem({ offers }, { currency: 'USD' })).item).toMatchObject({ price: null, inStock })
  })
})

test('schema-org: add-ons are lost, and named', async () => {
  const { item: steak, lines } = await convertItem({ offers: offer(20), menuAddOn: { name: 'Bread' } })
  expect(steak).toMatchObject({ price: 20, items: [] })
  expect(lines).toEqual(['1 item loses its add-ons: Steak.'])
})

describe('schema-org: documents that are wrong', () => {
  test('sections that double at every level are refused before they fill the memory', async () => {
    const sections = Array.from({ length: 40 }, (_, at) => ({
      '@id': `#${at}`,
      name: `S${at}`,
      hasMenuSection: [{ '@id': `#${at + 1}` }, { '@id': `#${at + 1}` }],
    }))
    const graph = [{ '@type': 'Menu', name: 'Dinner', hasMenuSection: { '@id': '#0' } }, ...sections]
    await expect(convert('a', { ...CONTEXT, '@graph': graph })).rejects.toThrow('must not become more than')
  })

  test('references that nest too deep are refused', async () => {
    const sections = Array.from({ length: 5_000 }, (_, at) => ({
      '@id': `#${at}`,
      name: 'S',
      hasMenuSection: { '@id': `#${at + 1}` },
    }))
    const graph = [{ '@type': 'Menu', name: 'Dinner', hasMenuSection: { '@id': '#0' } }, ...sections]
    await expect(convert('a', { ...CONTEXT, '@graph': graph })).rejects.toThrow('must not nest deeper than')
  })

  test('millions of tags that are never closed are no problem, in a page and in a description', async () => {
    const tags = '<b><svg><p>'.repeat(1_000_000)
    const description = `${'<b>a'.repeat(1_000_000)}</b></i>`
    const json = JSON.stringify(menu(section('Mains', { ...item('Steak'), description })))
    const page = `<!doctype html>${tags}<script type="application/ld+json">${json}</script>${tags}`
    const [steak] = (await convertMenu('page.html', page)).groups[0]?.items ?? []
    expect(steak?.description).toBe('a'.repeat(1_000_000))
  })

  test('many objects with one @id in one another are compared in time', async () => {
    let inner: unknown = 'the end'
    for (let depth = 0; depth < 250; depth++) inner = [{ '@id': '#a', x: { y: inner } }, { x: depth }]
    const text = JSON.stringify([menu(section('Mains', item('Steak'))), inner])
    expect((await convertMenu('a', text)).groups[0]?.items[0]?.name).toBe('Steak')
  })
})
