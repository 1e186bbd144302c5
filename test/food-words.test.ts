import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type MarkStyle, marksFor } from '../src/boards/shared/marks.ts'
import { parseDeviceHeading } from '../src/formats/devices/device-columns.ts'
import { FOOD_KINDS, foodTag, knownFoodTag, tagProblem } from '../src/formats/food-tags.ts'
import { normalizeHeading } from '../src/formats/sheets/heading-rules.ts'
import { parseMenuHeading } from '../src/formats/table/menu-columns.ts'
import { meaningsOf } from '../src/formats/words/words.ts'
import { ALLERGENS, DIETS, MARK_NAMES, TAG_PREFIXES } from '../src/lib/food/mark-names.ts'

describe('names of allergens in files', () => {
  test.each([
    ['Soy', 'allergen:soya'],
    ['soybeans', 'allergen:soya'],
    ['TREE_NUTS', 'allergen:nuts'],
    ['Tree nuts', 'allergen:nuts'],
    ['Crustacean shellfish', 'allergen:crustaceans'],
    ['sulfites', 'allergen:sulphites'],
    ['Dairy', 'allergen:milk'],
    ['Egg', 'allergen:eggs'],
    ['wheat', 'allergen:wheat'],
    ['Mollusks', 'allergen:molluscs'],
    ['Star Anise', 'allergen:star_anise'],
    ['Shellfish', 'allergen:shellfish'],
  ])('%s is the tag %s', (name, tag) => {
    expect(foodTag('allergens', name)).toBe(tag)
  })

  test('that are not known are no allergens', () => {
    expect(knownFoodTag('allergens', 'Cinnamon')).toBeUndefined()
    expect(knownFoodTag('allergens', 'constructor')).toBeUndefined()
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
  expect(knownFoodTag('diets', name)).toBe(tag)
})

test.each([
  ['allergen:milk', undefined],
  ['allergen:none', undefined],
  ['diet:vegan', undefined],
  ['diet:low_fat', undefined],
  ['course:main', undefined],
  ['Allergen', undefined],
  ['allergen:soy', { better: 'allergen:soya' }],
  ['allergen:Milk', { better: 'allergen:milk' }],
  ['diet:gluten-free', { better: 'diet:gluten_free' }],
  ['allergen:Milch', { better: 'allergen:milk' }],
  ['Allergens: milk', { better: 'allergen:milk' }],
  ['Allergen:Kiwi', { better: 'allergen:kiwi' }],
  ['Diet:vegan', { better: 'diet:vegan' }],
  ['allergen:star_anise', 'unknown'],
  ['allergen:gluten_(wheat', 'unknown'],
  ['diet:Low FODMAP', 'unknown'],
  ['diet:v_gf', 'unknown'],
])('what is wrong with the tag %s: %j', (tag, fault) => {
  expect(tagProblem(tag)).toEqual(fault)
})

const SLUGS =
  'gluten wheat crustaceans eggs fish peanuts soya milk nuts celery mustard sesame sulphites lupin molluscs'.split(
    ' ',
  )

test.each([
  ...SLUGS.map((slug) => [`allergen:${slug}`, foodTag('allergens', slug)] as const),
  ...DIETS.map(([slug]) => [`diet:${slug}`, knownFoodTag('diets', slug)] as const),
])('boards have a mark for %s, which formats write', (tag, written) => {
  expect(written).toBe(tag)
  expect(tagProblem(tag)).toBeUndefined()
  expect(marksFor('letters', 'en').of([tag])[0]?.meaning).toBeDefined()
})

test('a style of marks that is added later shows allergens', () => {
  expect(marksFor('icons' as MarkStyle, 'en').of(['allergen:milk', 'allergen:anise'])).toHaveLength(2)
})

describe('the words of boards in every language are read as the tags that they explain', () => {
  test.each(Object.entries(MARK_NAMES))('%s', (_, meanings) => {
    const words = meanings.split('|')
    const tags = words
      .slice(0, -1)
      .map((word, index) =>
        index < ALLERGENS.length ? foodTag('allergens', word) : knownFoodTag('diets', word),
      )
    expect(tags).toEqual([
      ...ALLERGENS.map(([slug]) => `allergen:${slug}`),
      ...DIETS.map(([slug]) => `diet:${slug}`),
    ])
  })

  test.each(FOOD_KINDS)('and so are other words for %s', (kind) => {
    for (const [word, slug] of meaningsOf(kind))
      for (const name of [word, word.normalize('NFD')])
        expect([name, knownFoodTag(kind, name)]).toEqual([name, `${TAG_PREFIXES[kind]}${slug}`])
  })
})

const WORDS = new URL('../src/formats/words/', import.meta.url)
const READ = { headings: parseMenuHeading, deviceHeadings: parseDeviceHeading }
const OTHERS = ['yes', 'no', 'soldOut', 'none', 'totals', 'sizes', 'fields', 'allergens', 'diets']

test.each(readdirSync(WORDS).filter((name) => name.endsWith('.json')))(
  'each heading in %s means its column, although there are other languages, and its words are in lower case',
  (name) => {
    const language = JSON.parse(readFileSync(new URL(name, WORDS), 'utf8'))
    expect([...Object.keys(READ), ...OTHERS]).toEqual(expect.arrayContaining(Object.keys(language)))
    for (const [table, read] of Object.entries(READ))
      for (const [role, headings] of Object.entries<string[]>(language[table] ?? {}))
        for (const text of headings) expect([normalizeHeading(text), read(text)?.role]).toEqual([text, role])
    expect(language.sizes ?? []).not.toContainEqual(expect.stringMatching(/\s/))
    const words = Object.values(language).flatMap((list) => Object.values(list as object).flat())
    expect(words).toEqual(words.map((word) => word.toLowerCase()))
  },
)
