import { describe, expect, test } from 'vitest'
import { readSample } from '../../src/formats/sample.ts'
import { square } from '../../src/formats/square.ts'
import { convert, convertAll, inputFile } from '../support/convert.ts'
import { category, convertItem, convertObjects, item, outline, variation } from '../support/square.ts'

const OBJECTS = [category('Coffee'), item('Latte', { categories: [{ id: 'Coffee' }] })]
const [COFFEE, LATTE] = OBJECTS
const TAX = { type: 'TAX', id: 'T', tax_data: { name: 'Sales tax' } }
const options = { menuName: 'Lunch' }

describe('square: the objects of a catalog are read in any wrapping', () => {
  test.each<[string, object]>([
    ['a response of ListCatalog or SearchCatalogObjects', { objects: OBJECTS }],
    ['a response with related objects', { objects: [LATTE], related_objects: [COFFEE] }],
    ['a response of RetrieveCatalogObject', { object: LATTE, related_objects: [COFFEE] }],
    ['a response that begins with other types', { objects: [TAX, ...OBJECTS] }],
    ['an array of objects', OBJECTS],
    ['a map of objects, each in data', { 1: { data: COFFEE }, 2: { image: { id: 'I' }, data: LATTE } }],
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

  test('a file without an object of a catalog is refused', async () => {
    await expect(convertObjects([])).rejects.toThrow(
      'square.json: must have objects of a Square catalog, as its API has them, but there are none',
    )
  })

  test('the names of the SDKs are refused, with what is missing', async () => {
    const latte = { type: 'ITEM', id: 'L', itemData: { name: 'Latte' } }
    await expect(convert('catalog.json', { objects: [latte] }, options)).rejects.toThrow(
      'catalog.json: object L: must have a name in item_data',
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

  test('an object is there once although it is in several files, and refused if it is not the same in them', async () => {
    expect(await namesOf([named('Latte')], [named('Latte')])).toEqual(['Latte'])
    await expect(namesOf([named('new', 20)], [named('old', 9)])).rejects.toThrow(
      'page-1.json: object Latte (old): must be the same each time it is in the files: save responses of the same moment',
    )
  })

  test('a variation that is not within its item is refused', async () => {
    await expect(namesOf([named('Latte')], [{ type: 'ITEM_VARIATION', id: 'Large' }])).rejects.toThrow(
      'page-1.json: object Large: must be within its item, as in a response that does not ask for ITEM_VARIATION',
    )
  })

  test('a page that is not the last one is refused without the last one', async () => {
    const first = inputFile('1.json', { objects: [LATTE, COFFEE], cursor: 'more' })
    const last = inputFile('2.json', { objects: [item('Tea')] })
    await expect(convertAll([first], options)).rejects.toThrow(
      '1.json: must have all pages of the catalog: save the next one with ?cursor=… as well, and name all files',
    )
    const { menus } = await convertAll([first, last], options)
    expect(outline(menus[0]?.groups ?? [])).toEqual({ Coffee: ['Latte'], Other: ['Tea'] })
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

describe('square: what a variation and an item say', () => {
  test.each([undefined, 'Regular'])('several variations that are called %j are refused', async (name) => {
    await expect(
      convertItem({ variations: [variation('S', { name }), variation('L', { name })] }),
    ).rejects.toThrow(
      name === undefined
        ? 'object S: must have a name'
        : 'object Latte (Latte): must have variations with different names',
    )
  })

  test.each([
    [{ sale_price: { amount: 5 } }, {}, 'sale_price'],
    [{ portions: [1] }, {}, 'portions'],
    [{ is_vegan: true }, {}, 'is_vegan'],
    [{ available: false }, {}, 'available'],
    [{}, { custom_attribute_values: { a: { name: 'Allergens', string_value: 'milk' } } }, 'allergens'],
    [{}, { custom_attribute_values: { 'app:size': { string_value: 'L' } } }, 'size'],
  ])('a field that may matter and is not read is refused: %j, %j', async (data, extra, field) => {
    await expect(convertItem(data, { extra })).rejects.toThrow(
      `square.json: object Latte (Latte): must not have fields that may matter but are not read (${field}): remove them, or copy`,
    )
    const { lines } = await convertItem({ variations: [variation('V', { name: 'Regular' })] })
    expect(lines).toEqual([])
  })

  test('what is sold out at some locations is counted without --location-id', async () => {
    const overrides = { location_overrides: [{ location_id: 'L1', sold_out: true }] }
    const { lines } = await convertItem({ variations: [variation('V', { name: 'Regular', ...overrides })] })
    expect(lines).toEqual([
      '1 item has another price or stock at some locations: choose one with --location-id.',
    ])
  })
})
