import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'

type Fields = Readonly<Record<string, unknown>>

/* What is certain is read; everything else is refused, with its place and what to write. */

const SCHEMA = 'https://schema.org'

/** A menu with an item that has these fields. */
const menuWith = (fields: Fields, ofMenu: Fields = {}) => ({
  '@context': SCHEMA,
  '@type': 'Menu',
  name: 'Carte',
  hasMenuSection: { name: 'Mains', hasMenuItem: { '@type': 'MenuItem', name: 'Stew', ...fields } },
  ...ofMenu,
})
/** Converts an item with these fields. */
async function read(fields: Fields, options: Fields = {}) {
  const { menus, ...rest } = await convert('menu.jsonld', menuWith(fields), options)
  return { ...menus[0]?.groups[0]?.items[0], ...rest }
}
/** The error of an item with these fields. */
const refusal = async (fields: Fields, ofMenu: Fields = {}): Promise<string> => {
  const converted = convert('menu.jsonld', menuWith(fields, ofMenu))
  return converted.then(
    () => 'it was read',
    (error: Error) => error.message,
  )
}
const AT = 'menu.jsonld: Carte > Mains > Stew'

describe('a property that may matter and is not read refuses the item by its name', () => {
  test.each([
    ...['price', 'salePrice', 'hasVariant', 'eligibleQuantity', 'containsAllergens', 'allergenFree'],
    ...['isVegan', 'milk', 'calories', 'availability', 'soldOut', 'in_stock'],
  ])('%s of an item', async (property) => {
    expect(await refusal({ [property]: 'x' })).toBe(
      `${AT}: must not have fields that may matter but are not read (${property}): remove them, or copy the menu into a spreadsheet, and save it as XLSX or CSV`,
    )
  })

  test.each(['priceValidUntil', 'itemOffered', 'priceSpecification', 'anything'])(
    '%s of an offer',
    async (property) => {
      expect(await refusal({ offers: { price: 8, [property]: 'x' } })).toContain(
        `${AT}, offers 1: must not have fields that may matter but are not read (${property})`,
      )
    },
  )

  test.each(['priceRange', 'status', 'itemListElement'])('%s of a menu', async (property) => {
    expect(await refusal({}, { [property]: 'x' })).toContain(
      `menu.jsonld: Carte: must not have fields that may matter but are not read (${property})`,
    )
  })

  test('but not others, and none that is empty', async () => {
    const others = { image: 'x', url: 'x', sameAs: 'x', aggregateRating: 5, keywords: 'hot', salePrice: null }
    const offers = { price: 8, url: 'x', seller: { name: 'Inn' }, priceValidUntil: '' }
    expect(await read({ ...others, offers, isVegan: [] })).toMatchObject({ price: 8, tags: [], lines: [] })
  })
})

describe('is refused', () => {
  test.each<[Fields, string]>([
    [{ '@type': 'Product' }, 'must be of the type MenuItem, got Product'],
    [{ name: ['Soup', 'Suppe'] }, 'must have one text as its name, in one language'],
    [
      {
        description: [
          { '@value': 'Hot', '@language': 'en' },
          { '@value': 'Heiß', '@language': 'de' },
        ],
      },
      'must have one text as its description, in one language',
    ],
    [
      { suitableForDiet: { '@type': 'VeganDiet' } },
      'must have texts or addresses in suitableForDiet, got an object',
    ],
    [{ offers: '9.50' }, 'offers 1: must be an object, or the @id of one in the file, got "9.50"'],
    [
      { offers: { '@id': '#gone' } },
      'offers 1: must be an object, or the @id of one in the file, got "#gone"',
    ],
    [{ offers: { '@type': 'AggregateOffer' } }, 'offers 1: must be of the type Offer, got AggregateOffer'],
    [
      { offers: { price: 'ask us' } },
      'offers 1: must be one price such as 8.50 or $8.50, free, or empty if there is none, got "ask us"',
    ],
    [{ offers: { price: ['9', '12'] } }, 'offers 1: must have one price'],
    [
      { offers: { price: '$5', priceCurrency: 'EUR' } },
      'offers 1: must be in one currency, and not in EUR, too, got "$5"',
    ],
    [
      { offers: { price: 5, priceCurrency: 'Canadian dollars' } },
      'offers 1: must be in a currency that is known by its ISO 4217 code, which "Canadian dollars" is not',
    ],
    [
      { offers: [{ price: 3 }, { price: 4 }] },
      'offers 1: must have the name of a size, such as Small or 0.3 l, got ""',
    ],
    [
      {
        offers: [
          { name: 'S', price: 3 },
          { name: 'S', price: 4 },
        ],
      },
      'must not have several offers of one name',
    ],
    ...['Staff meal', 'Happy hour'].map((name): [Fields, string] => [
      {
        offers: [
          { name: 'Small', price: 7.5 },
          { name, price: 3 },
        ],
      },
      `offers 2: must have the name of a size, such as Small or 0.3 l, got "${name}"`,
    ]),
    ...['PreOrder', 'weekends only'].map((availability): [Fields, string] => [
      { offers: { price: 8, availability } },
      `must have one availability that is certain, such as InStock or OutOfStock, got "${availability}"`,
    ]),
    [
      { nutrition: { calories: 'few' } },
      'nutrition 1: must be calories as one number, such as 170 or 170 kcal, got "few"',
    ],
    [{ nutrition: { calories: { value: 250 } } }, 'nutrition 1: must have one text as its calories'],
    [{ nutrition: { calories: 250, servingSize: '100 g' } }, 'nutrition 1: must be for a serving, got 100 g'],
    [{ nutrition: [{ calories: 250 }, { calories: 300 }] }, 'must not have more than one nutrition'],
  ])('%j: %s', async (fields, problem) => {
    expect(await refusal(fields)).toContain(problem)
  })

  test('all of it in one run', async () => {
    const items = [
      { name: 'Soup', isVegan: true },
      { name: 'Pie', offers: { price: 'ask' } },
      { name: '', url: 'x' },
    ]
    const message = await refusal({}, { hasMenuSection: { name: 'Mains', hasMenuItem: items } })
    expect(message.split('\n')).toEqual([
      expect.stringContaining('Mains > Soup: must not have'),
      expect.stringContaining('Mains > Pie, offers 1: must be one price'),
      expect.stringContaining('Mains, hasMenuItem 3: must have a name'),
    ])
  })

  test.each([
    [
      { '@id': '#gone' },
      'Carte, hasMenuSection 1: must be an object, or the @id of one in the file, got "#gone"',
    ],
    [
      { '@id': '#s', name: 'A', hasMenuSection: { '@id': '#s' } },
      'Carte > A, hasMenuSection 1: must not contain itself',
    ],
    [{ '@type': 'ItemList', name: 'A' }, 'Carte > A: must be of the type MenuSection, got ItemList'],
  ])('a section %j', async (hasMenuSection, problem) => {
    expect(await refusal({}, { hasMenuSection })).toContain(problem)
  })
})

describe('what does not stop an item', () => {
  test.each<[Fields, Fields]>([
    [{ allergens: 'milk, eggs' }, { tags: ['allergen:milk', 'allergen:eggs'] }],
    [{ name: { '@value': 'Soup', '@language': 'en' } }, { name: 'Soup' }],
    [{ name: 'Soup &amp;amp; Bread' }, { name: 'Soup & Bread' }],
    [
      { description: '&lt;p&gt;Beef &amp;amp; &lt;b&gt;rye&lt;/b&gt;&lt;/p&gt;' },
      { description: 'Beef & rye' },
    ],
    [{ description: 'a &lt; b &gt; c, &lt;3' }, { description: 'a < b > c, <3' }],
    [{ nutrition: { calories: '1,200 Cal', servingSize: '1 bowl', fatContent: '3 g' } }, { calories: 1200 }],
    [{ nutrition: { calories: 170.125 } }, { calories: 170.125 }],
    [{ offers: { price: '$5', priceCurrency: 'CAD' } }, { price: 5 }],
  ])('%j', async (fields, expected) => {
    expect(await read(fields)).toMatchObject({ ...expected, lines: [] })
  })

  test('allergens that are not known are named', async () => {
    const { tags, lines } = await read({ allergens: 'milk, A' })
    expect(tags).toEqual(['allergen:milk', 'allergen:a'])
    expect(lines).toEqual([expect.stringContaining('Stew (A)')])
  })
})

describe('one @id for several things', () => {
  const SAME = { '@id': 'https://inn.example/#item' }
  const dish = (name: string, price: number, fields: Fields = {}) => ({ name, offers: { price }, ...fields })
  const PROBLEM =
    'must not have the @id of others, but several objects with the @id https://inn.example/#item differ'

  test.each<[string, readonly Fields[], string]>([
    ['names', [dish('Pie', 9, SAME), dish('Stew', 9, SAME)], '(name)'],
    ['prices', [dish('Salad', 6, SAME), dish('Salad', 11, SAME)], '(offers)'],
    [
      'calories',
      [
        dish('Pie', 9, { nutrition: { ...SAME, calories: 1 } }),
        dish('Stew', 9, { nutrition: { ...SAME, calories: 2 } }),
      ],
      '(calories)',
    ],
    [
      'prices of offers',
      [
        { name: 'Pie', offers: { ...SAME, price: 9 } },
        { name: 'Stew', offers: { ...SAME, price: 8 } },
      ],
      '(price)',
    ],
  ])('is refused if their %s differ', async (_, hasMenuItem, differing) => {
    expect(await refusal({}, { hasMenuSection: { name: 'Mains', hasMenuItem } })).toContain(
      `${PROBLEM} ${differing}: give each`,
    )
  })

  test('is refused if it is not certain which menu a restaurant has', async () => {
    const restaurant = (name: string) => ({
      ...SAME,
      '@type': 'Restaurant',
      name: 'Inn',
      hasMenu: menuWith({ name }),
    })
    await expect(convert('a', [restaurant('Pie'), restaurant('Stew')])).rejects.toThrow(
      `a: the restaurant: ${PROBLEM} (hasMenu)`,
    )
  })

  test('does not matter elsewhere', async () => {
    const sites = [
      { ...SAME, '@type': 'WebSite', name: 'Inn' },
      { ...SAME, '@type': 'WebSite', name: 'Home' },
    ]
    expect((await convert('a', [...sites, menuWith({})])).menus).toHaveLength(1)
  })

  test('of one thing that is described in parts, or twice in the same words, is one', async () => {
    const parts = [
      { '@type': 'Restaurant', name: 'Inn', hasMenu: { '@type': 'Menu', '@id': '#m', name: 'Our menu' } },
      { '@type': 'Menu', '@id': '#m', hasMenuSection: { '@id': '#s', name: 'Mains' } },
      { '@type': 'MenuSection', '@id': '#s', hasMenuItem: [{ '@id': '#i', name: 'Pie' }] },
      { '@id': '#i', name: 'Pie', offers: { price: 9 } },
      { '@id': '#i', name: 'Pie', offers: { price: 9 } },
    ]
    const { menus } = await convert(
      'a',
      parts.map((part) => ({ '@context': SCHEMA, ...part })),
    )
    expect(menus).toMatchObject([
      { name: 'Our menu', groups: [{ name: 'Mains', items: [{ name: 'Pie', price: 9 }] }] },
    ])
  })
})

const script = (text: string) => `<script type="application/ld+json">${text}</script>`
const page = (...scripts: readonly string[]) => `<!doctype html><body>${scripts.map(script).join('')}</body>`

describe('a menu without items', () => {
  test('but with sections is refused with the address where it is', async () => {
    const url = 'https://inn.example/drinks'
    const hasMenuSection = [{ '@type': 'MenuSection', name: 'Milk teas', description: '6 kinds from $6.49' }]
    const hasMenu = menuWith({}, { hasMenuSection, url })
    const restaurant = { '@type': 'Restaurant', name: 'Inn', menu: url, hasMenu }
    await expect(convert('page.html', page(JSON.stringify(restaurant)))).rejects.toThrow(
      'only names or links to one: save https://inn.example/drinks and import that, or copy the menu into a spreadsheet',
    )
    expect(await refusal({}, { hasMenuSection })).toContain('links to one: save Carte and')
  })

  test('beside one with items is named', async () => {
    const bare = menuWith({}, { name: 'Wine', hasMenuSection: [{ name: 'Wines' }] })
    const { menus, lines } = await convert('a', [menuWith({}), bare])
    expect(menus).toMatchObject([{ name: 'Carte' }])
    expect(lines).toEqual(['1 menu is left out, because its sections and items are not in the file: Wine.'])
  })

  test('because it is in the attributes of the page is refused with what to do', async () => {
    const microdata = '<div itemscope itemtype="https://schema.org/Menu"><b itemprop="name">Carte</b></div>'
    const restaurant = '{"@context":"https://schema.org","@type":"Restaurant","name":"Inn"}'
    await expect(convert('page.html', page(restaurant) + microdata)).rejects.toThrow(
      'copy the menu into a spreadsheet, and save it as XLSX or CSV',
    )
  })
})

describe('JSON that is none', () => {
  const json = JSON.stringify(menuWith({ description: 'a,]' }))

  test.each([
    ['a comment', `// our menu\n${json}`],
    ['a semicolon behind the end', `${json};\n`],
    ['a line break in a text', json.replace('a,]', 'a,\n]')],
  ])('because of %s is refused with its place, and what to do', async (_, text) => {
    await expect(convert('menu.jsonld', text, { as: 'schema-org' })).rejects.toThrow(
      /^menu.jsonld: must be JSON, but is not at line \d+, column \d+: ask whoever makes the page to correct that/,
    )
    await expect(convert('page.html', page('', text))).rejects.toThrow(
      /^page.html, <script type="application\/ld\+json"> number 2: must be JSON, but is not at line \d/,
    )
  })

  test('with a text of many millions of characters is read', async () => {
    const long = json.replace('"Carte"', `"Carte","url":"${'\\"a'.repeat(5_000_000)}"`)
    expect(await convertMenu('a', long)).toMatchObject({ groups: [{ items: [{ name: 'Stew' }] }] })
  })

  test('or has a field twice in one object is refused', async () => {
    const twice = json.replace('"hasMenuItem"', '"hasMenuItem":[],"hasMenuItem"')
    await expect(convert('menu.jsonld', twice)).rejects.toThrow(
      'menu.jsonld: /hasMenuSection/hasMenuItem: must be given once',
    )
  })

  test('of a large hostile file is refused in time', async () => {
    for (const part of ['"\\"', ',/*', '//', ',   ', '/*"'])
      await expect(convert('a', `{"@context":1 ${part.repeat(200_000)}`)).rejects.toThrow('must be JSON')
  })
})
