import { describe, expect, test } from 'vitest'
import type { ImportFileMenu } from '../../src/documents/schema.ts'
import { convert, convertMenu, inputFile } from '../support/convert.ts'

type Fields = Readonly<Record<string, unknown>>

const item = (name: string, fields: Fields = {}) => ({ name, guid: `item-${name}`, price: 5, ...fields })
const group = (name: string, menuItems: readonly Fields[], fields: Fields = {}) => ({
  name,
  guid: `group-${name}`,
  menuItems,
  ...fields,
})
const menu = (name: string, menuGroups: readonly Fields[], fields: Fields = {}) => ({
  name,
  guid: `menu-${name}`,
  menuGroups,
  ...fields,
})
const response = (menus: readonly Fields[], fields: Fields = {}) => ({
  restaurantGuid: 'r',
  menus,
  ...fields,
})
const lunchWith = (items: readonly Fields[], fields: Fields = {}) =>
  response([menu('Lunch', [group('Soups', items)])], fields)

const convertItems = async (items: readonly Fields[], fields: Fields = {}, options = {}) => {
  const { menus, ...rest } = await convert('toast.json', lunchWith(items, fields), options)
  return { ...rest, items: itemsOf(menus[0]) }
}
const convertItem = async (fields: Fields, references: Fields = {}, options = {}) => {
  const { items, ...rest } = await convertItems([item('Tomato', fields)], references, options)
  return { ...rest, item: items[0] }
}
const itemsOf = (converted: ImportFileMenu | undefined) => converted?.groups[0]?.items ?? []

const SIZES = {
  modifierGroupReferences: { '3': { guid: 'sizes', name: 'Size', modifierOptionReferences: [7, 8] } },
  modifierOptionReferences: {
    '7': { name: 'Cup', guid: 'cup', price: 4 },
    '8': { name: 'Bowl', guid: 'bowl', price: 6.5, calories: 300 },
  },
}
const BY_SIZE = {
  price: null,
  pricingStrategy: 'SIZE_PRICE',
  pricingRules: { sizeSpecificPricingGuid: 'sizes' },
  modifierGroupReferences: [3],
}

describe("toast: a response of Toast's Menus API", () => {
  test('is detected, and its menus, nested groups and items keep their order and their ids', async () => {
    const inner = group('Hot', [item('Tomato'), item('Leek')])
    const { format, menus, lines } = await convert(
      'toast.json',
      response([
        menu('Lunch', [group('Soups', [], { menuGroups: [inner] })]),
        menu('Dinner', [group('Mains', [item('Stew')])]),
      ]),
    )
    expect(format).toBe('toast')
    expect(lines).toEqual([])
    expect(menus.map(({ id, name, location }) => [id, name, location])).toEqual([
      ['toast:menu-Lunch', 'Lunch', undefined],
      ['toast:menu-Dinner', 'Dinner', undefined],
    ])
    const hot = menus[0]?.groups[0]?.groups[0]
    expect(hot?.id).toBe('toast:group-Hot')
    expect(hot?.items.map(({ id, name, price }) => [id, name, price])).toEqual([
      ['toast:item-Tomato', 'Tomato', 5],
      ['toast:item-Leek', 'Leek', 5],
    ])
  })

  test('an own import file with menus is not taken for one', async () => {
    await expect(convert('own.json', { menus: [{ id: 'm', name: 'Lunch', groups: [] }] })).rejects.toThrow(
      'The file has no menu to convert.',
    )
  })

  test('--menu-name chooses a menu in any case, and its ids are the same as when all are imported', async () => {
    const everywhere = item('Tomato')
    const file = response([
      menu('Lunch', [group('Soups', [everywhere])]),
      menu('Dinner', [group('Starters', [everywhere])]),
    ])
    const all = await convert('toast.json', file)
    const dinner = await convertMenu('toast.json', file, { menuName: ' dinner ' })
    expect(dinner).toEqual(all.menus[1])
    expect(all.menus.map((one) => itemsOf(one)[0]?.id)).toEqual(['toast:item-Tomato', 'toast:item-Tomato'])
  })

  test('--menu-name with another name is refused with the names of the menus', async () => {
    const file = response([menu('Lunch', []), menu('Dinner', [])])
    await expect(convert('toast.json', file, { menuName: 'Brunch' })).rejects.toThrow(
      'There is no menu Brunch: give --menu-name one of Lunch, Dinner.',
    )
  })

  test('item tags become tags, diets among them, allergens and advisories get a prefix, and calories are kept', async () => {
    const { item: soup } = await convertItem({
      itemTags: [{ name: 'Vegan', guid: 't' }, { name: 'Vegan' }],
      allergens: [
        { code: 'TREE_NUTS', presenceType: 'CONTAINS' },
        { code: null, groupCode: 'Milk' },
      ],
      contentAdvisories: { alcohol: { containsAlcohol: 'YES' }, caffeine: { containsCaffeine: 'NO' } },
      calories: 170.125,
    })
    expect(soup?.tags).toEqual(['Vegan', 'diet:vegan', 'allergen:nuts', 'allergen:milk', 'allergen:alcohol'])
    expect(soup?.calories).toBe(170.125)
  })
})

describe('toast: allergens', () => {
  test.each(['NONE', 'FREE_FROM', 'UNKNOWN'])('that are %s are refused by name', async (presenceType) => {
    await expect(convertItem({ allergens: [{ code: 'MILK', presenceType }] })).rejects.toThrow(
      `menuItems/0/allergens: must be CONTAINS or MAY_CONTAIN, got "${presenceType}" for MILK of Tomato`,
    )
  })

  test('without a name are refused', async () => {
    await expect(convertItem({ allergens: [{ guid: 'x' }] })).rejects.toThrow('and those of Tomato have none')
  })

  test.each(['TRACES', 'MAY_CONTAIN'])(
    'of which there may be some (%s) are kept, and named',
    async (presenceType) => {
      const { item: soup, lines } = await convertItem({ allergens: [{ code: 'MILK', presenceType }] })
      expect(soup?.tags).toEqual(['allergen:milk'])
      expect(lines).toEqual([expect.stringMatching(/^1 item that may have traces/)])
    },
  )
})

test.each(['salePrice', 'sizes', 'isVegan', 'soldOut'])(
  'toast: %s of an item is refused by its name',
  async (field) => {
    await expect(convertItem({ [field]: [1] })).rejects.toThrow(
      `menuItems/0 (Tomato): must not have fields that may matter but are not read (${field}): remove them, or copy the menu`,
    )
    expect((await convertItem({ [field]: null })).item?.name).toBe('Tomato')
  },
)

describe('toast: prices', () => {
  test.each(['BASE_PRICE', 'MENU_SPECIFIC_PRICE', 'GROUP_PRICE', undefined])(
    '%s is the price',
    async (pricingStrategy) => {
      const { item: soup, lines } = await convertItem({ price: 4.35, pricingStrategy })
      expect(soup?.price).toBe(4.35)
      expect(lines).toEqual([])
    },
  )

  test('a price of 0 is 0, and no price is null', async () => {
    expect((await convertItem({ price: 0 })).item?.price).toBe(0)
    expect((await convertItem({ price: null })).item?.price).toBeNull()
  })

  test('SIZE_PRICE makes the options of the size group child items with their own prices', async () => {
    const { item: soup, lines } = await convertItem(BY_SIZE, SIZES)
    expect(soup?.price).toBeNull()
    expect(soup?.items).toEqual([
      expect.objectContaining({ id: 'toast:cup', name: 'Cup', price: 4, tags: [] }),
      expect.objectContaining({ id: 'toast:bowl', name: 'Bowl', price: 6.5, calories: 300 }),
    ])
    expect(lines).toEqual([])
  })

  test('sizes that several items share have an id for each of them', async () => {
    const { items } = await convertItems([item('Tomato', BY_SIZE), item('Leek', BY_SIZE)], SIZES)
    const ids = items.flatMap((one) => one.items.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4)
  })

  test('SIZE_PRICE without its size group is no price, and reported', async () => {
    const { item: soup, lines } = await convertItem({ ...BY_SIZE, modifierGroupReferences: [] })
    expect(soup?.price).toBeNull()
    expect(lines).toEqual(['1 item has no fixed price (SIZE_PRICE): Tomato.'])
    const hidden = structuredClone(SIZES)
    for (const option of Object.values(hidden.modifierOptionReferences))
      Object.assign(option, { visibility: [] })
    expect((await convertItems([item('Tomato', BY_SIZE)], hidden)).lines).toContain(lines[0])
  })

  test('TIME_SPECIFIC_PRICE is no price, and reported', async () => {
    const pricingRules = { timeSpecificPricingRules: [{ timeSpecificPrice: 4, basePrice: 6 }] }
    const { item: soup, lines } = await convertItem({
      price: 6,
      pricingStrategy: 'TIME_SPECIFIC_PRICE',
      pricingRules,
    })
    expect(soup?.price).toBeNull()
    expect(lines).toEqual(['1 item has no fixed price (TIME_SPECIFIC_PRICE): Tomato.'])
  })

  test.each(['OPEN_PRICE', 'SEQUENCE_PRICE'])('%s is no price, and reported', async (pricingStrategy) => {
    const { item: soup, lines } = await convertItem({ price: null, pricingStrategy })
    expect(soup?.price).toBeNull()
    expect(lines).toEqual([`1 item has no fixed price (${pricingStrategy}): Tomato.`])
  })

  test('what is sold by weight has no price, and that is reported', async () => {
    const { item: ham, lines } = await convertItem({ unitOfMeasure: 'LB' })
    expect(ham?.price).toBeNull()
    expect(lines).toEqual(['1 item has no price, because it is sold by a measure: Tomato (LB).'])
  })
})

describe('toast: visibility and stock', () => {
  test.each([
    [{ deleted: 'true' }, 'deleted'],
    [{ outOfStock: 'true' }, 'outOfStock'],
    [{ availability: { alwaysAvailable: 'false' } }, 'alwaysAvailable'],
  ])('what is not true or false, but must be, is refused: %j', async (fields, name) => {
    await expect(convertItem(fields)).rejects.toThrow(
      `menuItems/0 (Tomato): must have true or false in ${name}, got "`,
    )
  })

  test('a file whose menus are all hidden is refused', async () => {
    const file = response([menu('Lunch', [group('Soups', [item('Tomato')])], { visibility: [] })])
    await expect(convert('toast.json', file)).rejects.toThrow(
      '1 menu, group, item or modifier is left out, because it is deleted or hidden everywhere.\nThere is no menu left to import.',
    )
  })

  test('what is visible only at the point of sale stays, and an empty list hides and is counted', async () => {
    const { items, lines, hasLosses } = await convertItems([
      item('Tomato', { visibility: ['POS'] }),
      item('Leek', { visibility: [] }),
      item('Onion', { visibility: null }),
      item('', { visibility: [] }),
    ])
    expect(items.map(({ name }) => name)).toEqual(['Tomato', 'Onion'])
    expect(lines).toEqual([
      '2 menus, groups, items or modifiers are left out, because they are deleted or hidden everywhere.',
    ])
    expect(hasLosses).toBe(false)
  })

  test('an empty list hides groups, menus and sizes, too', async () => {
    const hidden = { visibility: [] }
    const { menus } = await convert(
      'toast.json',
      response([
        menu('Lunch', [group('Soups', [item('Leek')], hidden), group('Salads', [item('Greek')])]),
        menu('Staff', [], hidden),
      ]),
    )
    expect(menus.map(({ name, groups }) => [name, groups.map((one) => one.name)])).toEqual([
      ['Lunch', ['Salads']],
    ])
    const options = SIZES.modifierOptionReferences
    const { item: soup } = await convertItem(BY_SIZE, {
      ...SIZES,
      modifierOptionReferences: { ...options, '7': { ...options['7'], ...hidden } },
    })
    expect(soup?.items.map(({ name }) => name)).toEqual(['Bowl'])
  })

  test('--stock takes OUT_OF_STOCK by guid or multiLocationId, and leaves a quantity in stock', async () => {
    const stock = inputFile('stock.json', [
      { guid: 'item-Tomato', multiLocationId: null, status: 'OUT_OF_STOCK', quantity: null },
      { guid: 'elsewhere', multiLocationId: '42', status: 'OUT_OF_STOCK' },
      { guid: 'item-Onion', status: 'QUANTITY', quantity: 3 },
      { guid: 'item-Pea', status: 'QUANTITY', quantity: -1 },
      { guid: 'item-Bean', status: 'IN_STOCK' },
      { guid: 'unknown', status: 'OUT_OF_STOCK' },
    ])
    const names = ['Tomato', 'Onion', 'Pea', 'Bean', 'Carrot'].map((name) => item(name))
    const file = [...names, item('Leek', { multiLocationId: '42' })]
    const { items, lines } = await convertItems(file, {}, { stock })
    const missing = items.filter(({ inStock }) => !inStock).map(({ name }) => name)
    expect(missing).toEqual(['Tomato', 'Pea', 'Leek'])
    expect(lines).toEqual([])
  })

  test.each([
    [{ status: 'OUT_OF_STOCK' }, 'stock.json: must be a response of Toast'],
    [[{ status: 'GONE' }], 'stock.json: /0/status: must be IN_STOCK, OUT_OF_STOCK or QUANTITY, got "GONE"'],
  ])('a stock file that is something else is refused', async (content, message) => {
    const stock = inputFile('stock.json', content)
    await expect(convertItem({}, {}, { stock })).rejects.toThrow(message)
  })
})

describe('toast: modifiers', () => {
  const MODIFIERS = {
    modifierGroupReferences: { '1': { guid: 'sides', name: 'Side', modifierOptionReferences: [10] } },
    modifierOptionReferences: { '10': { name: 'Salad', guid: 'salad', price: 2 } },
  }

  test('are left out and counted', async () => {
    const { item: soup, lines, hasLosses } = await convertItem({ modifierGroupReferences: [1] }, MODIFIERS)
    expect(soup?.items).toEqual([])
    expect(lines).toEqual(['1 list of modifiers is left out.'])
    expect(hasLosses).toBe(false)
  })

  test('that are not in the file are refused', async () => {
    await expect(convertItem({ modifierGroupReferences: [99] }, MODIFIERS)).rejects.toThrow(
      'menuItems/0/modifierGroupReferences: must be in the file, got 99',
    )
  })
})

test('toast: many sizes that many items have are refused before they fill the memory', async () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => index)
  const references = {
    modifierGroupReferences: { '3': { guid: 'sizes', name: 'Size', modifierOptionReferences: numbers } },
    modifierOptionReferences: Object.fromEntries(
      numbers.map((at) => [at, { guid: `o${at}`, name: `O${at}` }]),
    ),
  }
  const items = numbers.map((at) => item(`I${at}`, BY_SIZE))
  await expect(convertItems(items, references)).rejects.toThrow('must not become more than')
})

describe('toast: files that are wrong', () => {
  test.each([
    [{ restaurantGuid: 'r', menus: [] }, 'with at least one menu'],
    [{ restaurantGuid: 'r', menus: 'x' }, 'toast.json: /menus: must be an array of objects'],
    [
      response([menu('Lunch', [])].map((one) => ({ ...one, menuGroups: [7] }))),
      '/menus/0/menuGroups: must be an array of objects',
    ],
    [{ restaurantGuid: 'r', menus: [menu('', [])] }, 'toast.json: /menus/0/name: must not be empty'],
  ])('are refused with the place', async (content, message) => {
    await expect(convert('toast.json', content)).rejects.toThrow(message)
  })

  test('fields of other types do not stop the conversion', async () => {
    const { item: soup } = await convertItem({
      visibility: {},
      itemTags: 'x',
      contentAdvisories: [],
      pricingRules: 'x',
      description: 5,
      guid: {},
    })
    expect(soup).toMatchObject({ name: 'Tomato', price: 5 })
  })

  test('a field named __proto__ does no harm', async () => {
    const text = JSON.stringify(lunchWith([item('Tomato')])).replace(
      '"guid"',
      '"__proto__":{"visibility":[]},"guid"',
    )
    expect((await convertMenu('toast.json', text)).name).toBe('Lunch')
  })

  test('the description and the times of a menu are reported, because menus have none', async () => {
    const fields = { description: 'From noon.', availability: { alwaysAvailable: false, schedule: [] } }
    const { lines } = await convert(
      'toast.json',
      response([menu('Lunch', [group('Soups', [item('Tomato')])], fields)]),
    )
    expect(lines).toEqual([
      '1 menu, group or item loses the times at which it is served: Lunch.',
      '1 menu loses its description: Lunch.',
    ])
  })
})

describe('toast: what an item says of itself', () => {
  test.each<[unknown, boolean | undefined]>([
    [true, false],
    [false, true],
    [null, undefined],
    [undefined, undefined],
  ])('outOfStock %j is its stock, unless the stock file says otherwise', async (outOfStock, inStock) => {
    expect((await convertItem({ outOfStock })).item?.inStock).toBe(inStock)
    const stock = inputFile('stock.json', [{ guid: 'item-Tomato', status: 'IN_STOCK' }])
    expect((await convertItem({ outOfStock }, {}, { stock })).item?.inStock).toBe(true)
  })

  test('allergens may have names instead of codes', async () => {
    const allergens = [{ name: 'Peanuts' }, { displayName: 'Milk' }]
    const { item: tomato, lines } = await convertItem({ allergens })
    expect(tomato?.tags).toEqual(['allergen:peanuts', 'allergen:milk'])
    expect(lines).toEqual([])
  })

  test('what is deleted is left out, and counted', async () => {
    const { items, lines } = await convertItems([item('Tomato'), item('Leek', { deleted: true })])
    expect(items.map(({ name }) => name)).toEqual(['Tomato'])
    expect(lines).toEqual([
      '1 menu, group, item or modifier is left out, because it is deleted or hidden everywhere.',
    ])
  })
})

test('toast: item tags may be texts', async () => {
  expect((await convertItem({ itemTags: ['Vegan', 'Spicy'] })).item?.tags).toEqual([
    'Vegan',
    'Spicy',
    'diet:vegan',
  ])
})
