import { describe, expect, test } from 'vitest'
import { convertMenu } from '../support/convert.ts'
import { category, convertObjects, item, outline, usd, variation } from '../support/square.ts'

describe('square: broken objects', () => {
  test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
    [{}, { is_deleted: 'true' }, 'Latte (Latte): must have true or false in is_deleted, got "true"'],
    [{}, { present_at_all_locations: 1 }, 'must have true or false in present_at_all_locations, got 1'],
    [{ is_archived: 'false' }, {}, 'must have true or false in is_archived, got "false"'],
    [
      { variations: [variation('V', { location_overrides: [{ location_id: 'L', sold_out: 'true' }] })] },
      {},
      'object V (V): must have true or false in sold_out, got "true"',
    ],
  ])('what is not true or false, but must be, is refused: %j, %j', async (data, extra, problem) => {
    await expect(convertObjects([item('Latte', data, extra)])).rejects.toThrow(problem)
  })

  test.each([[[800]], [8.5], ['8.50'], [true], [{}], [undefined]])(
    'an amount of %j is refused',
    async (amount) => {
      const variations = [variation('Regular', { price_money: usd(amount) })]
      await expect(convertObjects([item('Latte', { variations }), item('Tea')])).rejects.toThrow(
        'square.json: object Regular (Regular): must have a price in minor units, as a whole number, and',
      )
    },
  )

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
    const { groups } = await convertObjects([...deleted, category('C'), ...items])
    expect(groups[0]?.items).toHaveLength(count)
  })
})
