import { describe, expect, test } from 'vitest'
import { marksFor } from '../src/pages/browser/board/marks.ts'
import { allergenTag, dietTag, isAllergen, tagFault } from '../src/transfer/food-tags.ts'

describe('names of allergens in files', () => {
  test.each([
    ['Soy', 'allergen:soya'],
    ['soybeans', 'allergen:soya'],
    ['TREE_NUTS', 'allergen:nuts'],
    ['Tree nuts', 'allergen:nuts'],
    ['Shellfish', 'allergen:crustaceans'],
    ['Crustacean shellfish', 'allergen:crustaceans'],
    ['sulfites', 'allergen:sulphites'],
    ['Dairy', 'allergen:milk'],
    ['Egg', 'allergen:eggs'],
    ['wheat', 'allergen:wheat'],
    ['Mollusks', 'allergen:molluscs'],
    ['Star Anise', 'allergen:star_anise'],
  ])('%s is the tag %s', (name, tag) => {
    expect(allergenTag(name)).toBe(tag)
  })

  test('that are not known are no allergens', () => {
    expect(isAllergen('Cinnamon')).toBe(false)
    expect(isAllergen('constructor')).toBe(false)
  })
})

test.each([
  ['gluten-free', 'diet:gluten_free'],
  ['Gluten Free', 'diet:gluten_free'],
  ['GlutenFree', 'diet:gluten_free'],
  ['VEGAN', 'diet:vegan'],
  ['Low Lactose', 'diet:low_lactose'],
  ['Low FODMAP', undefined],
  ['lactose-free', undefined],
])('the diet %s is the tag %s', (name, tag) => {
  expect(dietTag(name)).toBe(tag)
})

test.each([
  ['allergen:milk', undefined],
  ['allergen:none', undefined],
  ['diet:Low FODMAP', undefined],
  ['course:main', undefined],
  ['Allergen', undefined],
  ['allergen:soy', { better: 'allergen:soya' }],
  ['allergen:Milk', { better: 'allergen:milk' }],
  ['diet:gluten-free', { better: 'diet:gluten_free' }],
  ['allergen:star_anise', 'unknown'],
])('what is wrong with the tag %s: %j', (tag, fault) => {
  expect(tagFault(tag)).toEqual(fault)
})

const SLUGS = [
  ...[
    'gluten',
    'wheat',
    'crustaceans',
    'eggs',
    'fish',
    'peanuts',
    'soya',
    'milk',
    'nuts',
    'celery',
    'mustard',
  ],
  ...['sesame', 'sulphites', 'lupin', 'molluscs'],
]

test.each(SLUGS)('boards have a mark for %s, which formats write', (slug) => {
  expect(allergenTag(slug)).toBe(`allergen:${slug}`)
  expect(tagFault(`allergen:${slug}`)).toBeUndefined()
  expect(marksFor('letters', 'en').of([`allergen:${slug}`])[0]?.meaning).toBeDefined()
})

test.each(['vegetarian', 'vegan', 'gluten_free', 'dairy_free', 'halal', 'kosher'])(
  'boards have a mark for the diet %s, which formats write',
  (slug) => {
    expect(dietTag(slug)).toBe(`diet:${slug}`)
    expect(marksFor('letters', 'en').of([`diet:${slug}`])[0]?.meaning).toBeDefined()
  },
)
