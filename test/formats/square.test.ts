import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSample } from '../../src/transfer/formats/sample.ts'
import { square } from '../../src/transfer/formats/square.ts'
import { convert, convertAll, convertMenu, inputFile } from '../support/convert.ts'
import { category, convertItem, convertObjects, item, outline, variation } from '../support/square.ts'

const OBJECTS = [category('Coffee'), item('Latte', { categories: [{ id: 'Coffee' }] })]
const [COFFEE, LATTE] = OBJECTS
const TAX = { type: 'TAX', id: 'T', tax_data: { name: 'Sales tax' } }
const options = { menuName: 'Lunch' }

/** In the spelling of the SDKs, where amounts, ordinals and versions are texts. */
const SDK_OBJECTS = [
  { type: 'CATEGORY', id: 'Coffee', version: '1592502956646', categoryData: { name: 'Coffee' } },
  {
    type: 'ITEM',
    id: 'Latte',
    presentAtAllLocations: true,
    itemData: {
      name: 'Latte',
      categories: [{ id: 'Coffee', ordinal: '-2251731094208512' }],
      variations: [
        {
          type: 'ITEM_VARIATION',
          id: 'V',
          itemVariationData: {
            itemId: 'Latte',
            name: 'Regular',
            pricingType: 'FIXED_PRICING',
            priceMoney: { amount: '800', currency: 'USD' },
          },
        },
      ],
    },
  },
]

describe('square: the objects of a catalog are read in any wrapping', () => {
  test.each<[string, object]>([
    ['a response of ListCatalog or SearchCatalogObjects', { objects: OBJECTS, cursor: 'more' }],
    ['a response with related objects', { objects: [LATTE], related_objects: [COFFEE] }],
    ['a response of SearchCatalogItems', { items: [LATTE], matched_variation_ids: ['V'], objects: [COFFEE] }],
    ['a response of RetrieveCatalogObject', { object: LATTE, related_objects: [COFFEE] }],
    ['a response that begins with other types', { objects: [TAX, ...OBJECTS] }],
    ['an array of objects', OBJECTS],
    ['an array of objects, each in data', OBJECTS.map((data) => ({ data }))],
    ['a map of objects', { '#1': COFFEE, 'Mt. 2': LATTE }],
    ['a map of objects, each in data', { 1: { data: COFFEE }, 2: { image: { id: 'I' }, data: LATTE } }],
    ['a response in data', { data: { objects: OBJECTS } }],
    ['an array in data', { data: OBJECTS }],
    ['a map in data', { data: { 1: COFFEE, 2: LATTE } }],
    ['the spelling of the SDKs', { objects: [SDK_OBJECTS[1]], relatedObjects: [SDK_OBJECTS[0]] }],
    ['an array in the spelling of the SDKs', SDK_OBJECTS],
    ['a map in the spelling of the SDKs', { 1: { data: SDK_OBJECTS[0] }, 2: { data: SDK_OBJECTS[1] } }],
  ])('%s', async (_, content) => {
    const { format, menus, lines } = await convert('catalog.json', content, options)
    expect(format).toBe('square')
    expect(outline(menus[0]?.groups ?? [])).toEqual({ Coffee: ['Latte'] })
    expect(menus[0]?.groups[0]?.items[0]?.price).toBe(8)
    expect(lines).toEqual([])
  })

  test.each<[string, object]>([
    ['an import file', { menus: [{ id: 'm', name: 'Lunch', groups: [] }] }],
    ['a response of GET /v1/groups', { groups: [{ id: 'g', name: 'Soups', items: [] }] }],
    ['a menu of Toast', { restaurantGuid: 'r', menus: [{ guid: 'm', menuGroups: [{ menuItems: [] }] }] }],
    ['a menu of schema.org', { '@type': 'Menu', hasMenuItem: [{ '@type': 'MenuItem', name: 'Soup' }] }],
  ])('%s is not taken for a catalog', async (_, content) => {
    expect(square.matches(await readSample(inputFile('other.json', content)))).toBe(false)
  })

  test('the keys of custom attributes are data, whatever their spelling', async () => {
    const attribute = { stringValue: 'hot', key: 'abc:Tags' }
    const tagged = {
      ...SDK_OBJECTS[1],
      customAttributeValues: { 'abc:Tags': attribute, calorieCount: { name: 'CALORIES', numberValue: '90' } },
    }
    const menu = await convertMenu('catalog.json', [tagged], options)
    expect(menu.groups[0]?.items[0]).toMatchObject({ tags: ['hot'], calories: 90 })
  })

  test('a file without an object of a catalog is refused', async () => {
    await expect(convertObjects([])).rejects.toThrow(
      'square.json: must have objects of a Square catalog, but there are none',
    )
  })

  test('a catalog has no name for its menu: without --menu-name it is refused', async () => {
    await expect(convert('lunch.json', OBJECTS)).rejects.toThrow('add --menu-name NAME')
  })

  test('objects of other types are passed over', async () => {
    const { groups, lines } = await convertObjects([
      TAX,
      { type: 'IMAGE', id: 'P', image_data: {} },
      LATTE,
      COFFEE,
    ])
    expect(outline(groups)).toEqual({ Coffee: ['Latte'] })
    expect(lines).toEqual([])
  })
})

describe('square: several files are one catalog', () => {
  const named = (name: string, version?: unknown) => item('Latte', { name }, { version })
  const namesOf = async (...pages: unknown[][]) => {
    const files = pages.map((objects, index) => inputFile(`page-${index}.json`, { objects }))
    const { menus } = await convertAll(files, { as: 'square', ...options })
    return menus.flatMap(({ groups }) => groups.flatMap(({ items }) => items.map(({ name }) => name)))
  }

  test('an item and its category may be in different files', async () => {
    const files = [inputFile('1.json', { objects: [LATTE] }), inputFile('2.json', { objects: [COFFEE] })]
    const { menus, lines } = await convertAll(files, options)
    expect(outline(menus[0]?.groups ?? [])).toEqual({ Coffee: ['Latte'] })
    expect(lines).toEqual([])
  })

  test('an object that is in two files is read once', async () => {
    expect(await namesOf([named('Latte')], [named('Latte')])).toEqual(['Latte'])
  })

  test('the higher version of an object wins, in any order', async () => {
    expect(await namesOf([named('new', 20)], [named('old', 9)])).toEqual(['new'])
    expect(await namesOf([named('old', '9')], [named('new', '20')])).toEqual(['new'])
  })

  test('without versions the later object wins', async () => {
    expect(await namesOf([named('first')], [named('last')])).toEqual(['last'])
  })

  test('an error names the file', async () => {
    await expect(namesOf([LATTE], [item('Mocha', { name: ' ' })])).rejects.toThrow(
      'page-1.json: object Mocha: must have a name',
    )
  })
})

describe('square: ids are those of the catalog', () => {
  test('they begin with square:, and have no #', async () => {
    const { groups } = await convertObjects([
      category('#C'),
      item('#I', { categories: [{ id: '#C' }], variations: [variation('#V'), variation('#W')] }),
    ])
    expect(groups[0]?.id).toBe('square:C')
    expect(groups[0]?.items[0]?.id).toBe('square:I')
    expect(groups[0]?.items[0]?.items.map(({ id }) => id)).toEqual(['square:V', 'square:W'])
  })

  test('an item in two categories has its place in its id, and so have its variations', async () => {
    const variations = [variation('V'), variation('W')]
    const { groups } = await convertObjects([
      category('A'),
      category('B'),
      item('I', { categories: [{ id: 'A' }, { id: 'B' }], variations }),
    ])
    const items = groups.flatMap((group) => group.items)
    const ids = items.flatMap(({ id, items: children }) => [id, ...children.map((child) => child.id)])
    expect(new Set(ids).size).toBe(6)
    expect(ids).toEqual(['I', 'V', 'W', 'I', 'V', 'W'].map((id) => expect.stringMatching(`^square:${id}@`)))
  })

  test('renaming an item changes no id', async () => {
    const ids = async (name: string) => {
      const { menu } = await convertObjects([item('I', { name })])
      return [menu.id, menu.groups[0]?.id, menu.groups[0]?.items[0]?.id]
    }
    expect(await ids('Latte')).toEqual(await ids('Caffè latte'))
  })
})

test('square: the catalog of a café becomes the menu of one of its locations', async () => {
  const catalog = readFileSync(new URL('../fixtures/formats/square-catalog.json', import.meta.url))
  const { menus, lines } = await convert('catalog.json', catalog, {
    ...options,
    locationId: 'LHARBOURSTATION',
  })
  expect(outline(menus[0]?.groups ?? [])).toEqual({
    Drinks: [{ Coffee: ['Latte', 'Flat white', 'Cold brew'], Tea: ['Breakfast tea', 'Fresh mint tea'] }],
    Kitchen: [{ 'All-day breakfast': ['Porridge', 'Eggs on sourdough'], Sandwiches: ['Grilled cheese'] }],
    Bakery: ['Almond croissant'],
    'Winter specials': ['Porridge'],
    Other: ['Sparkling water'],
  })
  expect(lines).toEqual([
    '1 item is left out, because it is not at the location LHARBOURSTATION.',
    '1 item is left out, because it is hidden.',
    '1 variation is left out, because it is not at the location LHARBOURSTATION.',
  ])
})

describe('square: what a variation and an item say', () => {
  const option = {
    type: 'ITEM_OPTION',
    id: 'O1',
    item_option_data: {
      name: 'Size',
      values: [
        { type: 'ITEM_OPTION_VAL', id: 'S', item_option_value_data: { name: 'Small' } },
        { type: 'ITEM_OPTION_VAL', id: 'L', item_option_value_data: { name: 'Large' } },
      ],
    },
  }
  const sized = (id: string, name?: string) =>
    variation(`V${id}`, { name, item_option_values: [{ item_option_id: 'O1', item_option_value_id: id }] })

  test.each([undefined, 'Regular'])(
    'variations that are called %j have the names of their options',
    async (name) => {
      const { item: latte } = await convertItem(
        { variations: [sized('S', name), sized('L', name)] },
        { objects: [option] },
      )
      expect(latte.items.map((size) => size.name)).toEqual(['Small', 'Large'])
    },
  )

  test('a name of their own stays', async () => {
    const { item: latte } = await convertItem(
      { variations: [sized('S', 'Short'), sized('L', 'Tall')] },
      { objects: [option] },
    )
    expect(latte.items.map((size) => size.name)).toEqual(['Short', 'Tall'])
  })

  test('that it contains alcohol is lost, and named', async () => {
    const { lines } = await convertItem({ is_alcoholic: true })
    expect(lines).toEqual(['1 item loses that it contains alcohol: Latte.'])
  })

  test('what is sold out at some locations is counted without --location-id', async () => {
    const overrides = { location_overrides: [{ location_id: 'L1', sold_out: true }] }
    const { lines } = await convertItem({ variations: [variation('V', { name: 'Regular', ...overrides })] })
    expect(lines).toEqual(['1 item is sold out at some locations, which --location-id chooses.'])
  })
})
