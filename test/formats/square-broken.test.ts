import { describe, expect, test } from 'vitest'
import { convertMenu } from '../support/convert.ts'
import { category, childCategory, convertObjects, item, outline, usd, variation } from '../support/square.ts'

describe('square: broken objects do not stop the conversion', () => {
  const BROKEN = [null, 5, 'text', [], {}, [[]], true, { id: {} }]

  test.each([
    ...['variations', 'categories', 'category_id', 'reporting_category', 'modifier_list_info'],
    ...['food_and_beverage_details', 'description', 'ecom_visibility'],
  ])('a field %s of a wrong type is one that is missing', async (field) => {
    for (const value of BROKEN) {
      const { groups } = await convertObjects([item('Latte', { [field]: value })], { modifiers: true })
      expect(outline(groups)).toEqual({ Other: ['Latte'] })
    }
  })

  test.each([
    ...['custom_attribute_values', 'version', 'present_at_all_locations', 'present_at_location_ids'],
    ...['updated_at', 'catalog_v1_ids'],
  ])('a field %s of all objects may have a wrong type, too', async (field) => {
    for (const value of BROKEN) {
      const { groups } = await convertObjects([item('Latte', {}, { [field]: value })])
      expect(outline(groups)).toEqual({ Other: ['Latte'] })
    }
  })

  test.each(['price_money', 'location_overrides', 'ordinal', 'item_id', 'pricing_type'])(
    'and so may a field %s of a variation',
    async (field) => {
      for (const value of BROKEN) {
        const variations = [variation('V', { [field]: value })]
        const { groups } = await convertObjects(
          [item('Latte', { variations }), item('Tea', {}, { present_at_location_ids: ['L1'] })],
          { locationId: 'L1' },
        )
        expect(outline(groups)).toEqual({ Other: ['Latte', 'Tea'] })
      }
    },
  )

  test('an amount that is no whole number is no price', async () => {
    for (const amount of [[800], 8.5, '8.50', true, {}, '9'.repeat(400)]) {
      const { groups, lines } = await convertObjects([
        item('Latte', { variations: [variation('Regular', { price_money: usd(amount) })] }),
        item('Tea'),
      ])
      expect(groups[0]?.items.map(({ price }) => price)).toEqual([null, 8])
      expect(lines).toEqual(['1 item has no price in USD: Latte.'])
    }
  })

  test('ids may be names of fields that all objects have', async () => {
    const content =
      '{"__proto__":{"type":"CATEGORY","id":"__proto__","category_data":{"name":"Coffee"}},"constructor":{"type":"ITEM","id":"constructor","item_data":{"name":"Latte","categories":[{"id":"__proto__"}]}}}'
    const menu = await convertMenu('catalog.json', content, { menuName: 'Lunch' })
    expect(outline(menu.groups)).toEqual({ Coffee: ['Latte'] })
  })

  test('objects without an id are different objects', async () => {
    const nameless = (name: string) => ({ type: 'ITEM', item_data: { name } })
    const { groups } = await convertObjects([nameless('Latte'), nameless('Mocha')])
    expect(outline(groups)).toEqual({ Other: ['Latte', 'Mocha'] })
  })

  test('a hundred thousand items and categories are converted', async () => {
    const count = 100_000
    const numbers = Array.from({ length: count }, (_, index) => index)
    const deleted = numbers.map((n) =>
      category(`C${n}`, { parent_category: { id: `C${n + 1}` } }, { is_deleted: true }),
    )
    const items = numbers.map((n) => item(`I${n}`, { categories: [{ id: 'C' }], variations: [] }))
    const { groups } = await convertObjects([...deleted, childCategory('C', 'C0'), ...items])
    expect(groups[0]?.items).toHaveLength(count)
  })
})
