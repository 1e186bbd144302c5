import { readFileSync } from 'node:fs'
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

  test.each(['http://schema.org/', 'https://schema.org/', 'schema:', 's:'])(
    'with types and fields that begin with %s, and arrays of types',
    async (prefix) => {
      const { menus } = await convert('menu.jsonld', {
        '@context': { s: 'http://schema.org/' },
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
      'page.html: must have a schema.org Menu with sections or items, but only links to one: save https://aurora.example/menu and import that',
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
    `<script type="application/ld+json">//<![CDATA[\n${content}\n//]]></script>`,
    `<script type="application/ld+json"><!--\n${content}\n--></script>`,
    `<!-- <script type="application/ld+json">{</script> --><script type="application/ld+json">${content}</script>`,
    `<script type="application/ld+json"> </script><script type="application/ld+json">${content}</script>`,
  ])('scripts are found however they are written: %s', async (script) => {
    const { groups } = await convertMenu('page.html', `<html><body>${script}</body></html>`)
    expect(groups[0]?.items[0]?.description).toBe('A & B')
  })

  test('a broken script is an error that says which one it is', async () => {
    await expect(convert('page.html', page(JSON.parse(content), '{ "a": }'))).rejects.toThrow(
      'page.html, <script type="application/ld+json"> number 2: must be JSON, but is not at line 1, column 8',
    )
  })

  test('a page without JSON-LD is refused with what was looked for', async () => {
    await expect(convert('page.html', '<!doctype html><p>Soup 8</p>')).rejects.toThrow(
      'page.html: is a web page without data for programs: it needs its menu as a schema.org Menu in <script type="application/ld+json">',
    )
  })

  test('a page without a menu in its JSON-LD is refused with what was looked for', async () => {
    await expect(convert('page.html', page({ ...CONTEXT, '@type': 'WebSite' }))).rejects.toThrow(
      'must have a schema.org Menu with sections or items in its JSON-LD, as a type or in hasMenu, but has none',
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

  test('an item without a name is an error with its place', async () => {
    await expect(convertItems([item('Steak'), item(' ')])).rejects.toThrow(
      'menu.jsonld, Dinner > Mains, item 2: must have a name that is not empty',
    )
  })

  test('texts are cleaned, and the entities of HTML in names, too', async () => {
    const { items } = await convertItems(
      item(' Fish &amp; Chips ', { description: '<p>Hot</p><p>Good &eacute;</p>' }),
    )
    expect(items[0]).toMatchObject({ name: 'Fish & Chips', description: 'Hot Good é' })
  })

  test('of several texts the one without a language is taken, or else the first', async () => {
    const { items } = await convertItems([
      item([
        { '@value': 'Bistecca', '@language': 'it' },
        { '@value': 'Steak', '@language': 'en' },
      ]),
      item([{ '@value': 'Pesce', '@language': 'it' }, 'Fish']),
    ])
    expect(items.map(({ name }) => name)).toEqual(['Bistecca', 'Fish'])
  })

  test.each([
    ['170 calories', 170],
    ['170 kcal', 170],
    ['1,200 Cal', 1200],
    [170, 170],
    [{ '@type': 'Energy', value: 170, unitText: 'kcal' }, 170],
    [{ '@type': 'Energy', name: '1046 kJ / 250 kcal' }, 250],
    [{ '@type': 'QuantitativeValue', value: 1046, unitText: 'kJ' }, 250],
    [{ '@type': 'QuantitativeValue', value: 1046, unitCode: 'KJO' }, 250],
    [{ '@type': 'QuantitativeValue', value: 250, unitCode: 'E14' }, 250],
  ])('calories are a number: %j', async (calories, expected) => {
    expect((await convertItem({ nutrition: { calories } })).item?.calories).toBe(expected)
  })

  test('calories that are not one number are reported', async () => {
    const { item: steak, lines } = await convertItem({ nutrition: { calories: '710 or more' } })
    expect(steak?.calories).toBeNull()
    expect(lines).toEqual(['1 item has calories that are not one number: Steak.'])
  })

  test.each([
    ['https://schema.org/VeganDiet', 'diet:vegan'],
    ['GlutenFreeDiet', 'diet:gluten_free'],
    ['schema:HalalDiet', 'diet:halal'],
    ['Gluten-free', 'diet:gluten_free'],
    [{ '@id': 'https://schema.org/LowLactoseDiet' }, 'diet:low_lactose'],
    [{ '@type': 'DefinedTerm', name: 'Vegan' }, 'diet:vegan'],
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
      '1 menu or group loses an offer of its own: its price or its times: Mains.',
    ])
  })
})

describe('schema-org: offers', () => {
  test.each([
    [4.5, 4.5],
    ['4.50', 4.5],
    ['$4.50', 4.5],
    ['4,50', 4.5],
    ['4,50 €', 4.5],
    ['1.250,00', 1250],
    ['0', 0],
    [{ '@type': 'xsd:decimal', '@value': '4.50' }, 4.5],
  ])('the price %j is a number', async (price, expected) => {
    const { item: steak, lines } = await convertItem({ offers: offer(price) })
    expect(steak?.price).toBe(expected)
    expect(lines).toEqual([])
  })

  test('a price that may mean two numbers is read by the others, or else refused', async () => {
    const priced = (...prices: readonly string[]) =>
      prices.map((price, at) => item(`I${at}`, { offers: offer(price) }))
    expect((await convertItems(priced('1,250', '4.50'))).items[0]?.price).toBe(1250)
    expect((await convertItems(priced('1,250', '4,50'))).items[0]?.price).toBe(1.25)
    for (const prices of [['1,250'], ['1,250', '4,50', '4.50']])
      await expect(convertItems(priced(...prices))).rejects.toThrow(
        'menu.jsonld, Dinner > Mains, item 1, price of I0: may be 1.25 or 1250',
      )
  })

  test('a price that is not a number, and a range, are null and reported', async () => {
    const { items, lines } = await convertItems([
      item('Steak', { offers: offer('ask us') }),
      item('Fish', { offers: offer('from 8') }),
      item('Wine', { offers: { '@type': 'AggregateOffer', lowPrice: 5, highPrice: 9 } }),
    ])
    expect(items.map(({ price }) => price)).toEqual([null, null, null])
    expect(lines).toEqual([
      '2 items have a price that is not a number: Steak (ask us), Fish (from 8).',
      '1 item has no single price, but a range: Wine.',
    ])
  })

  test('an aggregate offer with one price, and a price specification, are the price', async () => {
    const aggregate = { '@type': 'AggregateOffer', lowPrice: '5', highPrice: 5 }
    expect((await convertItem({ offers: aggregate })).item?.price).toBe(5)
    const specification = { '@type': 'Offer', priceSpecification: { price: '6.00', priceCurrency: 'EUR' } }
    expect((await convertItem({ offers: specification })).item?.price).toBe(6)
  })

  test('several offers become child items by their name or size', async () => {
    const { item: beer, lines } = await convertItem({
      offers: [
        offer(3, { name: 'Small' }),
        offer(4, { itemOffered: { '@type': 'MenuItem', name: 'Large' } }),
        offer(5, { eligibleQuantity: { value: 0.5, unitCode: 'LTR' } }),
        offer(9, { eligibleQuantity: { value: 1, unitText: 'pitcher' }, availability: 'SoldOut' }),
      ],
    })
    expect(beer).toMatchObject({ price: null, inStock: true })
    expect(beer?.items.map(({ name, price, inStock }) => [name, price, inStock])).toEqual([
      ['Small', 3, true],
      ['Large', 4, true],
      ['0.5 l', 5, true],
      ['1 pitcher', 9, false],
    ])
    expect(lines).toEqual([])
  })

  test('several offers without names are reported, unless they say the same', async () => {
    const { item: steak, lines } = await convertItem({ offers: [offer(3), offer(4)] })
    expect(steak).toMatchObject({ price: null, items: [] })
    expect(lines[0]).toMatch('2 prices are left out, because they are among several')
    expect((await convertItem({ offers: [offer('3.00'), offer(3)] })).item?.price).toBe(3)
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

  test('a currency that is not known is no reason to guess one', async () => {
    const { items, lines } = await convertItems(
      [
        item('Steak', { offers: offer('9', { priceCurrency: 'Canadian dollars' }) }),
        item('Fish', { offers: offer('7', { priceCurrency: 'USD' }) }),
      ],
      { currency: 'USD' },
    )
    expect(items.map(({ price }) => price)).toEqual([null, 7])
    expect(lines).toEqual([
      '1 item has no price, because its currency is not known (write its ISO 4217 code, or leave it out): Steak.',
    ])
  })

  test('prices have the digits of their currency', async () => {
    const priced = async (price: number, priceCurrency: string) =>
      (await convertItem({ offers: offer(price, { priceCurrency }) })).item?.price
    expect(await priced(1.235, 'KWD')).toBe(1.235)
    expect(await priced(1250.0000001, 'JPY')).toBe(1250)
    expect(await priced(4.3499999999, 'USD')).toBe(4.35)
  })

  test.each([
    ['https://schema.org/OutOfStock', false],
    ['http://schema.org/SoldOut', false],
    ['SoldOut', false],
    ['out of stock', false],
    [{ '@id': 'https://schema.org/OutOfStock' }, false],
    ['https://schema.org/InStock', true],
    ['https://schema.org/LimitedAvailability', true],
  ])('availability %j says whether it is in stock', async (availability, inStock) => {
    expect((await convertItem({ offers: offer(5, { availability }) })).item).toMatchObject({
      price: 5,
      inStock,
    })
    expect((await convertItem({ offers: { availability } })).item?.inStock).toBe(inStock)
  })
})

describe('schema-org: add-ons', () => {
  const fields = {
    offers: offer(20),
    menuAddOn: [
      item('Bread', { offers: offer(2) }),
      section('Sauces', [item('Pepper', { offers: offer(1) })]),
    ],
  }

  test('are left out and counted without --modifiers', async () => {
    const { item: steak, lines, hasLosses } = await convertItem(fields)
    expect(steak?.items).toEqual([])
    expect(lines).toEqual(['2 lists of modifiers are left out, because --modifiers is not given.'])
    expect(hasLosses).toBe(false)
  })

  test('are child items with --modifiers, tagged with the name of their section', async () => {
    const { item: steak } = await convertItem(fields, { modifiers: true })
    expect(steak?.price).toBe(20)
    expect(steak?.items.map(({ name, price, tags }) => [name, price, tags])).toEqual([
      ['Bread', 2, ['modifier']],
      ['Pepper', 1, ['modifier:Sauces']],
    ])
  })
})

describe('schema-org: documents that are wrong', () => {
  test('sections that contain themselves end, and are reported', async () => {
    const { menus, lines } = await convert('a', {
      ...CONTEXT,
      '@graph': [
        { '@id': '#m', '@type': 'Menu', name: 'Dinner', hasMenuSection: { '@id': '#s' } },
        { '@id': '#s', name: 'Mains', hasMenuSection: { '@id': '#s' }, hasMenuItem: item('Steak') },
      ],
    })
    expect(menus[0]?.groups[0]?.items[0]?.name).toBe('Steak')
    expect(lines).toEqual(['1 section or item is left out, because it contains itself: Mains.'])
  })

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

  test('a reference to something that is not in the file is reported', async () => {
    const { lines } = await convert('a', menu([section('Mains', item('Steak')), { '@id': '#gone' }]))
    expect(lines).toEqual(['1 section or item is referred to, but not in the file: #gone.'])
  })

  test('fields of other types do not stop the conversion', async () => {
    const { item: steak } = await convertItem({
      offers: [null, true, [], {}, { price: {} }, { offers: [7] }],
      nutrition: 7,
      suitableForDiet: [null, {}, 7],
      menuAddOn: 'x',
      description: {},
      '@id': 7,
      '@type': {},
    })
    expect(steak?.name).toBe('Steak')
  })

  test('millions of tags that are never closed are no problem, in a page and in a description', async () => {
    const tags = '<b><svg><p>'.repeat(1_000_000)
    const description = `${'<b>a'.repeat(1_000_000)}</b></i>`
    const json = JSON.stringify(menu(section('Mains', { ...item('Steak'), description })))
    const page = `<!doctype html>${tags}<script type="application/ld+json">${json}</script>${tags}`
    const [steak] = (await convertMenu('page.html', page)).groups[0]?.items ?? []
    expect(steak?.description).toBe('a'.repeat(1_000_000))
  })

  test('a field named __proto__ does no harm', async () => {
    const text = JSON.stringify(menu(section('Mains', item('Steak')))).replaceAll(
      '"name"',
      '"__proto__":{"a":1},"name"',
    )
    expect((await convertMenu('a', text)).groups[0]?.items[0]?.name).toBe('Steak')
  })
})

describe('schema-org: the page of Trattoria Aurora', () => {
  test('is converted as a whole', async () => {
    const { menus, lines } = await convert(
      'menu-page.html',
      readFileSync('test/fixtures/formats/menu-page.html'),
    )
    expect(lines).toEqual([])
    const [dinner] = menus
    expect(dinner).toMatchObject({
      name: 'Dinner',
      location: { restaurantName: 'Trattoria Aurora' },
    })
    const items = dinner?.groups.flatMap((group) => group.items)
    expect(items?.map(({ name, price, calories, inStock }) => [name, price, calories, inStock])).toEqual([
      ['Bruschetta', 7.5, 240, true],
      ['Burrata', 13, null, false],
      ['Tagliatelle al Ragù', null, null, true],
      ['Spaghetti Aglio e Olio', 14.25, 610, true],
      ['Tiramisù', 8, null, true],
    ])
    expect(items?.[2]?.items.map(({ name, price }) => [name, price])).toEqual([
      ['Half', 11],
      ['Full', 18.5],
    ])
    expect(items?.[0]?.tags).toEqual(['diet:vegan', 'diet:vegetarian'])
  })
})
