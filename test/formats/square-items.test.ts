import { describe, expect, test } from 'vitest'
import { convertItem, convertObjects, item, outline, selection, usd, variation } from '../support/square.ts'

const euro = (amount: number) => ({ amount, currency: 'EUR' })

describe('square: items', () => {
  test('a name and a description are on one line, without HTML', async () => {
    const { item: latte } = await convertItem({
      name: ' Caffè \n latte ',
      description: 'Hot &amp; <b>strong</b>',
    })
    expect(latte).toMatchObject({ name: 'Caffè latte', description: 'Hot & strong' })
  })

  test('description_plaintext is taken before description, and that before description_html', async () => {
    const texts = { description_plaintext: 'plain', description: 'old', description_html: '<p>html</p>' }
    const description = async (data: object) => (await convertItem({ ...data })).item.description
    expect(await description(texts)).toBe('plain')
    expect(await description({ ...texts, description_plaintext: '' })).toBe('old')
    expect(await description({ description_html: '<p>html</p>' })).toBe('html')
    expect(await description({})).toBeNull()
  })

  test('an item without a name is an error', async () => {
    await expect(convertItem({ name: ' ' })).rejects.toThrow('square.json: object Latte: must have a name')
  })

  test('an item that is left out may have no name', async () => {
    const { groups } = await convertObjects([item('A', { name: null, is_archived: true }), item('Tea')])
    expect(outline(groups)).toEqual({ Other: ['Tea'] })
  })

  test('an item of any product type stays', async () => {
    const { groups } = await convertObjects([item('Voucher', { product_type: 'GIFT_CARD' })])
    expect(outline(groups)).toEqual({ Other: ['Voucher'] })
  })

  test('deleted, archived and hidden items are left out, and counted', async () => {
    const { groups, lines } = await convertObjects([
      item('deleted', {}, { is_deleted: true }),
      item('archived', { is_archived: true }),
      item('hidden', { ecom_visibility: 'HIDDEN' }),
      item('hidden too', { ecom_visibility: 'HIDDEN' }),
      item('shown', { ecom_visibility: 'UNINDEXED', is_archived: false }, { is_deleted: false }),
    ])
    expect(outline(groups)).toEqual({ Other: ['shown'] })
    expect(lines).toEqual([
      '1 item is left out, because it is deleted.',
      '1 item is left out, because it is archived.',
      '2 items are left out, because they are hidden.',
    ])
  })
})

describe('square: variations', () => {
  test('they are child items by ordinal, each with its price, and the item has none', async () => {
    const { item: latte } = await convertItem({
      variations: [
        variation('Large', { ordinal: 2, price_money: usd(495) }),
        variation('Small', { ordinal: '1', price_money: usd('435') }),
      ],
    })
    expect(latte.price).toBeNull()
    expect(latte.items.map(({ name, price }) => [name, price])).toEqual([
      ['Small', 4.35],
      ['Large', 4.95],
    ])
  })

  test.each(['Regular', 'default', 'LATTE', '', undefined])(
    'a single one of the name %s is the item',
    async (name) => {
      const { item: latte } = await convertItem({ variations: [variation('V', { name })] })
      expect(latte).toMatchObject({ price: 8, items: [] })
    },
  )

  test('a single one with a name of its own is a child item', async () => {
    const { item: latte } = await convertItem({ variations: [variation('Mug')] })
    expect(latte).toMatchObject({ price: null, items: [{ name: 'Mug', price: 8 }] })
  })

  test('one of several without a name is an error', async () => {
    const variations = [variation('S'), variation('V', { name: '' })]
    await expect(convertItem({ variations })).rejects.toThrow('square.json: object V: must have a name')
  })

  test('an item without variations has no price, and nothing is lost', async () => {
    const { item: latte, lines } = await convertItem({ variations: [] })
    expect(latte).toMatchObject({ price: null, items: [] })
    expect(lines).toEqual([])
  })

  test('deleted, archived and hidden ones are left out, and counted', async () => {
    const { item: latte, lines } = await convertItem({
      variations: [
        variation('deleted', {}, { is_deleted: true }),
        variation('archived', { is_archived: true }),
        variation('hidden', { ecom_visibility: 'HIDDEN' }),
        variation('S'),
        variation('L'),
      ],
    })
    expect(latte.items.map(({ name }) => name)).toEqual(['S', 'L'])
    expect(lines).toEqual([
      '1 variation is left out, because it is deleted.',
      '1 variation is left out, because it is archived.',
      '1 variation is left out, because it is hidden.',
    ])
  })

  test('an item whose variations are all left out is left out, and counted', async () => {
    const variations = [variation('V', {}, { is_deleted: true })]
    const { groups, lines } = await convertObjects([item('Latte', { variations }), item('Tea')])
    expect(outline(groups)).toEqual({ Other: ['Tea'] })
    expect(lines).toEqual([
      '1 variation is left out, because it is deleted.',
      '1 item is left out, because all its variations are.',
    ])
  })

  test('one that is an object of its own belongs to its item, and replaces an older one in it', async () => {
    const { item: latte } = await convertItem(
      { variations: [variation('S', {}, { version: 1 })] },
      {
        objects: [
          variation('S', { item_id: 'Latte', price_money: usd(500) }, { version: 2 }),
          variation('L', { item_id: 'Latte', price_money: usd(600) }),
        ],
      },
    )
    expect(latte.items.map(({ name, price }) => [name, price])).toEqual([
      ['S', 5],
      ['L', 6],
    ])
  })

  test('one of an item that is not in the files is lost', async () => {
    const { lines } = await convertItem({}, { objects: [variation('Large', { item_id: 'Mocha' })] })
    expect(lines).toEqual(['1 variation is of an item that is not in the files: Large.'])
  })
})

describe('square: prices', () => {
  test.each([
    ['USD', 435, 4.35],
    ['USD', 800, 8],
    ['USD', 0, 0],
    ['jpy', 500, 500],
    ['KWD', '1234', 1.234],
  ])('of %s are in its minor unit', async (currency, amount, price) => {
    const variations = [variation('Regular', { price_money: { amount, currency } })]
    expect((await convertItem({ variations })).item.price).toBe(price)
  })

  test('a variable price is no price, and nothing is lost', async () => {
    const variations = [variation('Regular', { pricing_type: 'VARIABLE_PRICING', price_money: null })]
    const { item: latte, lines } = await convertItem({ variations })
    expect(latte.price).toBeNull()
    expect(lines).toEqual([])
  })

  const TWO_CURRENCIES = [
    item('Latte'),
    item('Mocha', { variations: [variation('S', { price_money: euro(700) }), variation('L')] }),
    item('Tea', { variations: [variation('Regular', { price_money: euro(500) })] }),
  ]

  test('in several currencies are refused without --currency', async () => {
    await expect(convertObjects(TWO_CURRENCIES)).rejects.toThrow(
      'The prices are in several currencies (EUR, USD): choose one with --currency.',
    )
  })

  test('in another currency than that of --currency are lost, by name', async () => {
    const { groups, lines } = await convertObjects(TWO_CURRENCIES, { currency: 'usd' })
    expect(groups[0]?.items.map(({ price }) => price)).toEqual([8, null, null])
    expect(lines).toEqual(['2 items have no price in USD: Mocha (S), Tea.'])
  })

  test('of what is left out have no say in the currency', async () => {
    const variations = [variation('V', { price_money: euro(700) })]
    const { groups } = await convertObjects([item('Latte'), item('Old', { variations, is_archived: true })])
    expect(groups[0]?.items[0]?.price).toBe(8)
  })

  test('that are missing are lost', async () => {
    const variations = [variation('Regular', { price_money: null })]
    const { lines } = await convertItem({ variations })
    expect(lines).toEqual(['1 item has no price: Latte.'])
  })
})

describe('square: calories and tags', () => {
  const attributes = (values: object, data: object = {}) =>
    [{ ...data }, { extra: { custom_attribute_values: values } }] as const

  test('calories are those of food_and_beverage_details, also if they are 0', async () => {
    const values = { calories: { number_value: '90' } }
    for (const count of [0, 190]) {
      const food = { food_and_beverage_details: { calorie_count: count } }
      expect((await convertItem(...attributes(values, food))).item.calories).toBe(count)
    }
  })

  test.each([
    { calories: { number_value: '90' } },
    { calories: { number_value: 90 } },
    { calories: { string_value: '90 kcal' } },
    { 'app1:Calories': { number_value: '90' } },
    { x: { key: 'CALORIES', number_value: '90' } },
    { x: { name: 'Calories', number_value: '90' } },
  ])('or else those of the custom attribute: %j', async (values) => {
    expect((await convertItem(...attributes(values))).item.calories).toBe(90)
  })

  test('calories that are not a number are lost', async () => {
    const { item: latte, lines } = await convertItem(...attributes({ calories: { string_value: 'few' } }))
    expect(latte.calories).toBeNull()
    expect(lines).toEqual(['1 item has calories that are not a number: Latte.'])
  })

  test('dietary preferences are tags: standard ones in lower case, custom ones as they are', async () => {
    const { item: latte } = await convertItem({
      food_and_beverage_details: {
        dietary_preferences: [
          { type: 'STANDARD', standard_name: 'VEGAN' },
          { type: 'STANDARD', standard_name: 'GLUTEN_FREE', custom_name: null },
          { type: 'CUSTOM', custom_name: 'Low FODMAP' },
          { type: 'STANDARD', standard_name: 'VEGAN' },
          { type: 'CUSTOM' },
        ],
      },
    })
    expect(latte.tags).toEqual(['diet:vegan', 'diet:gluten_free', 'diet:Low FODMAP'])
  })

  test('ingredients that are allergens are tags, and others are not', async () => {
    const { item: latte } = await convertItem({
      food_and_beverage_details: {
        ingredients: [
          { type: 'STANDARD', standard_name: 'MILK' },
          { type: 'STANDARD', standard_name: 'TREE_NUTS' },
          { type: 'CUSTOM', custom_name: 'Nuts' },
          { type: 'CUSTOM', custom_name: 'Cinnamon' },
        ],
      },
    })
    expect(latte.tags).toEqual(['allergen:milk', 'allergen:tree_nuts', 'allergen:nuts'])
  })

  test('the custom attribute tags is split at commas, and its tags are as they are', async () => {
    const values = { Tags: { string_value: ' hot,New in, ,hot' } }
    expect((await convertItem(...attributes(values))).item.tags).toEqual(['hot', 'New in'])
  })

  test('a selection is the names of what is selected', async () => {
    const values = { tags: { custom_attribute_definition_id: 'D', selection_uid_values: ['u2', null, 'u1'] } }
    const [data, { extra }] = attributes(values)
    const objects = [selection('D', { u1: 'hot', u2: 'Best seller' }), selection('E', { u1: 'wrong' })]
    const { item: latte, lines } = await convertItem(data, { extra, objects })
    expect(latte.tags).toEqual(['Best seller', 'hot'])
    expect(lines).toEqual([])
  })

  test('a selection without its definition in the files is lost', async () => {
    const values = { tags: { custom_attribute_definition_id: 'D', selection_uid_values: ['u1', 'u2'] } }
    const { item: latte, lines } = await convertItem(...attributes(values))
    expect(latte.tags).toEqual([])
    expect(lines).toEqual(['1 item has selected tags whose names are not in the files: Latte.'])
  })

  test('variations have calories and tags of their own', async () => {
    const values = { calories: { number_value: '90' }, tags: { string_value: 'small' } }
    const variations = [variation('S', {}, { custom_attribute_values: values }), variation('L')]
    const { item: latte } = await convertItem({ variations })
    expect(latte.items[0]).toMatchObject({ calories: 90, tags: ['small'] })
    expect(latte.items[1]).toMatchObject({ calories: null, tags: [] })
  })
})
