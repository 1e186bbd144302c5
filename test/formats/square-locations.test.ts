import { describe, expect, test } from 'vitest'
import { category, convertItem, convertObjects, item, outline, usd, variation } from '../support/square.ts'

const ONLY_L1 = { present_at_all_locations: false, present_at_location_ids: ['L1'] }
const NOT_L1 = { present_at_all_locations: true, absent_at_location_ids: ['L1'] }
const NOWHERE = { present_at_all_locations: false }
const OBJECTS = [
  item('everywhere'),
  item('all', {}, { present_at_all_locations: true }),
  item('only L1', {}, ONLY_L1),
  item('not L1', {}, NOT_L1),
  item('only L2', {}, { ...ONLY_L1, present_at_location_ids: ['L2'] }),
  item('nowhere', {}, NOWHERE),
]

describe('square: one menu a location', () => {
  test.each([
    ['L1', ['everywhere', 'all', 'only L1']],
    ['L2', ['everywhere', 'all', 'not L1', 'only L2']],
  ])('at %s there is what is present and not absent there', async (locationId, names) => {
    const { groups, lines } = await convertObjects(OBJECTS, { locationId })
    expect(outline(groups)).toEqual({ Other: names })
    const count = OBJECTS.length - names.length
    expect(lines).toEqual([
      `${count} items are left out, because they are not at the location ${locationId}.`,
    ])
  })

  test('without --location-id there is what is at all locations, and absent at none', async () => {
    const { groups, lines } = await convertObjects(OBJECTS)
    expect(outline(groups)).toEqual({ Other: ['everywhere', 'all'] })
    expect(lines).toEqual(['4 items are left out, because they are not at all locations.'])
  })

  test('variations are present or absent, too, and categories are where their items are', async () => {
    const objects = [
      category('A', {}, NOT_L1),
      item('Latte', {
        category_id: 'A',
        variations: [variation('S'), variation('M', {}, NOT_L1), variation('L', {}, ONLY_L1)],
      }),
    ]
    const { groups, lines } = await convertObjects(objects, { locationId: 'L1' })
    expect(outline(groups)).toEqual({ A: ['Latte'] })
    expect(groups[0]?.items[0]?.items.map(({ name }) => name)).toEqual(['S', 'L'])
    expect(lines).toEqual(['1 variation is left out, because it is not at the location L1.'])
  })

  test('ids have the location in them, so that the menus of two locations have none in common', async () => {
    const objects = [
      category('A'),
      item('Latte', { category_id: 'A', variations: [variation('S')] }),
      ...OBJECTS,
    ]
    const ids = async (locationId: string) => {
      const { menu } = await convertObjects(objects, { locationId })
      const text = JSON.stringify(menu)
      return [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id)
    }
    const [one, two] = [await ids('L1'), await ids('L2')]
    expect(one.slice(0, 4)).toEqual(['square:L1', 'square:L1/A', 'square:L1/Latte', 'square:L1/S'])
    expect(one.filter((id) => two.includes(id))).toEqual([])
  })

  test('a location that occurs nowhere is refused, and those that do are named', async () => {
    const overridden = variation('V', { location_overrides: [{ location_id: 'L3' }] })
    const objects = [...OBJECTS, item('Tea', { variations: [overridden] })]
    // A name of the catalog is no location.
    for (const locationId of ['L9', 'Tea'])
      await expect(convertObjects(objects, { locationId })).rejects.toThrow(
        `The location ${locationId} is not in the files: choose one of those that are (L1, L2, L3) with --location-id.`,
      )
  })
})

describe('square: what differs at a location', () => {
  const override = (fields: object, base: object = {}) => ({
    variations: [
      variation('Regular', {
        pricing_type: 'FIXED_PRICING',
        ...base,
        location_overrides: [
          { location_id: 'L2', price_money: usd(1), sold_out: true },
          { location_id: 'L1', ...fields },
        ],
      }),
    ],
  })

  test('its price replaces the other one', async () => {
    const data = override({ price_money: usd(950), pricing_type: 'FIXED_PRICING' })
    expect((await convertItem(data, { locationId: 'L1' })).item.price).toBe(9.5)
  })

  test('without a price of its own the other one stays', async () => {
    expect((await convertItem(override({}), { locationId: 'L1' })).item.price).toBe(8)
  })

  test('a variable price there is no price, and nothing is lost', async () => {
    const data = override({ pricing_type: 'VARIABLE_PRICING' })
    const { item: latte, lines } = await convertItem(data, { locationId: 'L1' })
    expect(latte.price).toBeNull()
    expect(lines).toEqual([])
  })

  test('a price there makes a variable price a fixed one', async () => {
    const base = { pricing_type: 'VARIABLE_PRICING', price_money: undefined }
    const data = override({ price_money: usd(950) }, base)
    expect((await convertItem(data, { locationId: 'L1' })).item.price).toBe(9.5)
  })

  test('what is sold out there is not in stock', async () => {
    const { item: latte } = await convertItem(override({ sold_out: true }), { locationId: 'L1' })
    expect(latte.inStock).toBe(false)
  })

  test.each([
    ['is past', '2025-12-31T23:59:59Z', true],
    ['is now', '2026-01-01T00:00:00Z', true],
    ['is still to come', '2026-01-01T00:00:01.500Z', false],
    ['is no time', 'tomorrow 1', false],
  ])('sold out until a time that %s', async (_, until, inStock) => {
    const data = override({ sold_out: true, sold_out_valid_until: until })
    expect((await convertItem(data, { locationId: 'L1' })).item.inStock).toBe(inStock)
  })

  test('without --location-id nothing of one location applies', async () => {
    const data = override({ sold_out: true, price_money: usd(950) })
    expect((await convertItem(data)).item).toMatchObject({ price: 8, inStock: undefined })
  })

  test('an item of several variations is in stock if one of them is', async () => {
    const soldOut = { location_overrides: [{ location_id: 'L1', sold_out: true }] }
    const some = await convertItem(
      { variations: [variation('S', soldOut), variation('L')] },
      { locationId: 'L1' },
    )
    expect(some.item).toMatchObject({ inStock: true, items: [{ inStock: false }, { inStock: true }] })
    const none = await convertItem(
      { variations: [variation('S', soldOut), variation('L', soldOut)] },
      { locationId: 'L1' },
    )
    expect(none.item).toMatchObject({ inStock: false, items: [{ inStock: false }, { inStock: false }] })
  })
})
