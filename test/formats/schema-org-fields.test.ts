import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'

type Fields = Readonly<Record<string, unknown>>

/** Converts an item with these fields. */
async function read(fields: Fields, ofMenu: Fields = {}) {
  const { menus, ...rest } = await convert('menu.jsonld', {
    '@context': 'https://schema.org',
    '@type': 'Menu',
    name: 'Carte',
    hasMenuSection: { name: 'Mains', hasMenuItem: { '@type': 'MenuItem', name: 'Stew', ...fields } },
    ...ofMenu,
  })
  const [group] = menus[0]?.groups ?? []
  return { ...group?.items[0], group: group?.name, menu: menus[0]?.name, ...rest }
}

describe('a name in several languages', () => {
  const inTwo = (en: string, de: string) => [
    { '@value': en, '@language': 'en' },
    { '@value': de, '@language': 'de' },
  ]
  const name = inTwo('Soup', 'Suppe')
  const NAMED = /^1 text is in several languages or several times, and one of them is read \(name that of the/

  test.each<unknown>(['de', 'de-AT', 'DE', ['de'], { '@type': 'Language', alternateName: 'de' }])(
    'is that in the language of its menu: %j',
    async (inLanguage) => {
      const description = inTwo('Hot', 'Heiß')
      const found = await read({ name, description }, { inLanguage, name: inTwo('Menu', 'Karte') })
      expect(found).toMatchObject({ name: 'Suppe', description: 'Heiß', menu: 'Karte', lines: [] })
    },
  )

  test('is that in the language of the file', async () => {
    const context = ['https://schema.org', { '@language': 'de' }]
    expect(await read({ name }, { '@context': context })).toMatchObject({ name: 'Suppe', lines: [] })
  })

  test('is the first one, and named, if nothing says which one', async () => {
    for (const inLanguage of [undefined, 'fr', ['en', 'de']])
      expect(await read({ name }, { inLanguage })).toMatchObject({
        name: 'Soup',
        lines: [expect.stringMatching(NAMED)],
        hasLosses: true,
      })
  })

  test('is named also if texts without a language differ', async () => {
    const { lines } = await read({ name: ['Soup', 'Suppe'], offers: { price: 8 } })
    expect(lines).toEqual([expect.stringMatching(/: Soup\.$/)])
    expect((await read({ name: ['Soup', 'Soup '] })).lines).toEqual([])
  })
})

describe('allergens', () => {
  test.each<[Fields, readonly string[]]>([
    [{ allergens: 'milk, eggs' }, ['allergen:milk', 'allergen:eggs']],
    [{ allergens: ['Milk', 'https://example.org/allergens/eggs'] }, ['allergen:milk', 'allergen:eggs']],
    [{ allergen: { name: 'Milch' } }, ['allergen:milk']],
    [{ containsAllergens: { milk: true, eggs: false } }, ['allergen:milk']],
    [
      { additionalProperty: { '@type': 'PropertyValue', name: 'Allergens', value: 'celery' } },
      ['allergen:celery'],
    ],
  ])('are read from fields that schema.org does not have: %j', async (fields, tags) => {
    expect(await read(fields)).toMatchObject({ tags, lines: [] })
  })

  test('that may be there are named as traces', async () => {
    const { tags, lines } = await read({ mayContainAllergens: ['nuts'] })
    expect(tags).toEqual(['allergen:nuts'])
    expect(lines).toEqual([expect.stringMatching(/traces of an allergen .*: Stew\.$/)])
  })

  test.each<Fields>([
    { allergenFree: ['milk'] },
    { freeFromAllergens: 'nuts' },
    { hasAllergens: false },
    { notSuitableForDiet: 'VeganDiet' },
    { dietitianApproved: true },
  ])('and diets in other fields are not read, and the field is named: %j', async (fields) => {
    const { tags, lines, hasLosses } = await read(fields)
    expect({ tags, hasLosses }).toEqual({ tags: [], hasLosses: true })
    expect(lines).toEqual([
      `1 item loses what a field says of allergens or diets: Stew (${Object.keys(fields)[0]}).`,
    ])
  })

  test('that are not known are named', async () => {
    const { tags, lines } = await read({ allergens: 'milk, A' })
    expect(tags).toEqual(['allergen:milk'])
    expect(lines).toEqual([expect.stringContaining('Stew (A)')])
  })
})

describe('diets', () => {
  test.each<unknown>([
    'https://schema.org/VeganDiet/',
    'http://www.schema.org/VeganDiet',
    'https://schema.org/VeganDiet, https://schema.org/VeganDiet',
    'Vegan Diet',
    'vegan_diet',
    'VEGAN',
    { '@type': 'VeganDiet' },
    { '@type': 'RestrictedDiet', '@id': 'schema:VeganDiet' },
  ])('are read in all spellings: %j', async (suitableForDiet) => {
    expect(await read({ suitableForDiet })).toMatchObject({ tags: ['diet:vegan'], lines: [] })
  })

  test('are several in one text', async () => {
    const both = 'https://schema.org/VeganDiet https://schema.org/GlutenFreeDiet'
    expect(await read({ suitableForDiet: both })).toMatchObject({ tags: ['diet:vegan', 'diet:gluten_free'] })
  })

  test('are read from fields of similar names', async () => {
    expect(await read({ dietaryRestrictions: ['Vegan'] })).toMatchObject({ tags: ['diet:vegan'] })
  })
})

describe('calories', () => {
  test.each<[unknown, number]>([
    ['1046 kJ per serving', 250],
    ['1046 kJ / portion', 250],
    ['250 calories per serving.', 250],
    ['250 kcal pro Portion', 250],
    [{ '@type': 'Energy', name: '1046 kJ per serving' }, 250],
  ])('are those of a serving: %j', async (calories, expected) => {
    expect(await read({ nutrition: { calories, servingSize: '1 bowl' } })).toMatchObject({
      calories: expected,
      lines: [],
    })
  })

  test.each<Fields>([
    { calories: '250 kcal per 100 g' },
    { calories: '250 kcal', servingSize: '100 g' },
    { calories: '250 kcal', servingSize: { value: 100, unitCode: 'MLT' } },
    { calories: { minValue: 200, maxValue: 300, unitText: 'kcal' } },
  ])('are none if they are for another quantity, or for no single one: %j', async (nutrition) => {
    const { calories, lines, hasLosses } = await read({ nutrition })
    expect({ calories, hasLosses }).toEqual({ calories: null, hasLosses: true })
    expect(lines).toEqual([expect.stringContaining('Stew')])
  })
})

test('texts that are encoded twice become characters', async () => {
  const fields = {
    name: 'Soup &amp;amp; Bread',
    description: '&lt;p&gt;Beef &amp;amp; &lt;b&gt;cheese&lt;/b&gt;&lt;/p&gt;',
  }
  expect(await read(fields)).toMatchObject({ name: 'Soup & Bread', description: 'Beef & cheese' })
  expect(await read({ description: 'a &lt; b &gt; c, &lt;3' })).toMatchObject({
    description: 'a < b > c, <3',
  })
})

describe('a menu that is in the file twice', () => {
  const menu = (price: number, name = 'Dinner') => ({
    '@type': 'Menu',
    name,
    hasMenuSection: { name: 'Mains', hasMenuItem: { name: 'Stew', offers: { price } } },
  })
  const restaurant = (hasMenu: unknown, name = 'Inn') => ({ '@type': 'Restaurant', name, hasMenu })
  const menus = async (...graph: readonly unknown[]) => {
    const found = await convert('page.jsonld', { '@context': 'https://schema.org', '@graph': graph })
    return { names: found.menus.map((one) => [one.name, one.location?.restaurantName]), lines: found.lines }
  }

  test('is one, of its restaurant', async () => {
    const once = {
      names: [['Dinner', 'Inn']],
      lines: ['1 menu is left out, because it is the same as another one.'],
    }
    expect(await menus(restaurant(menu(12)), menu(12))).toEqual(once)
    expect(await menus(menu(12), restaurant(menu(12)))).toEqual(once)
  })

  test('is two if anything differs', async () => {
    expect((await menus(menu(12), menu(13))).names).toHaveLength(2)
    expect((await menus(menu(12), menu(12, 'Lunch'))).names).toHaveLength(2)
    expect((await menus(restaurant(menu(12)), restaurant(menu(12), 'Pub'))).names).toHaveLength(2)
  })
})

test('texts by their languages are read', async () => {
  const fields = { name: { de: 'Suppe', 'en-GB': 'Soup' }, description: { de: 'Heiß' } }
  expect(await read(fields, { inLanguage: 'en' })).toMatchObject({
    name: 'Soup',
    description: 'Heiß',
    lines: [],
  })
})
