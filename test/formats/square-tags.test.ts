import { describe, expect, test } from 'vitest'
import { convertItem, selection, variation } from '../support/square.ts'

describe('square: calories and tags', () => {
  const attributes = (values: object, data: object = {}) =>
    [{ ...data }, { extra: { custom_attribute_values: values } }] as const

  test('calories are those of food_and_beverage_details, also if they are 0', async () => {
    const values = { calories: { number_value: '90' } }
    for (const count of [0, 170.125]) {
      const food = { food_and_beverage_details: { calorie_count: count } }
      expect((await convertItem(...attributes(values, food))).item.calories).toBe(count)
    }
  })

  test.each([
    { calories: { number_value: '90' } },
    { calories: { number_value: '90.000' } },
    { calories: { string_value: '90 kcal' } },
    { 'app1:Calories': { number_value: '90' } },
    { x: { name: 'Calories', number_value: '90' } },
  ])('or else those of the custom attribute: %j', async (values) => {
    expect((await convertItem(...attributes(values))).item.calories).toBe(90)
  })

  test('dietary preferences are tags: custom ones as they are, unless they are known diets', async () => {
    const { item: latte } = await convertItem({
      food_and_beverage_details: {
        dietary_preferences: [
          { type: 'STANDARD', standard_name: 'VEGAN' },
          { type: 'STANDARD', standard_name: 'GLUTEN_FREE', custom_name: null },
          { type: 'CUSTOM', custom_name: 'Low FODMAP' },
          { type: 'CUSTOM', custom_name: 'Dairy-Free' },
          { type: 'STANDARD', standard_name: 'VEGAN' },
          { type: 'CUSTOM' },
        ],
      },
    })
    expect(latte.tags).toEqual(['diet:vegan', 'diet:gluten_free', 'diet:dairy_free', 'diet:low_fodmap'])
  })

  test('ingredients that are allergens are tags, and others are named', async () => {
    const { item: latte, lines } = await convertItem({
      food_and_beverage_details: {
        ingredients: [
          { type: 'STANDARD', standard_name: 'MILK' },
          { type: 'STANDARD', standard_name: 'TREE_NUTS' },
          { type: 'STANDARD', standard_name: 'SOY' },
          { type: 'CUSTOM', custom_name: 'Nuts' },
          { type: 'CUSTOM', custom_name: 'Shellfish' },
          { type: 'CUSTOM', custom_name: 'Peanut butter' },
        ],
      },
    })
    expect(latte.tags).toEqual(['allergen:milk', 'allergen:nuts', 'allergen:soya'])
    expect(lines).toEqual([
      '1 item loses ingredients that are not the name of an allergen, so check whether they contain one: Latte (Shellfish, Peanut butter).',
    ])
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

  test('a selection without its definition in the files is refused', async () => {
    const values = { tags: { custom_attribute_definition_id: 'D', selection_uid_values: ['u1', 'u2'] } }
    await expect(convertItem(...attributes(values))).rejects.toThrow(
      'object Latte (Latte): must have tags whose names are in the files: add the response with its custom',
    )
  })

  test('variations have calories and tags of their own', async () => {
    const values = { calories: { number_value: '90' }, tags: { string_value: 'small' } }
    const variations = [variation('S', {}, { custom_attribute_values: values }), variation('L')]
    const { item: latte } = await convertItem({ variations })
    expect(latte.items[0]).toMatchObject({ calories: 90, tags: ['small'] })
    expect(latte.items[1]).toMatchObject({ calories: null, tags: [] })
  })
})
