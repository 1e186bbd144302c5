import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

type Write = (text: string) => string | object | Promise<Uint8Array>

const MENU = { menuName: 'Menu' }
const toast = (fields: object) => ({
  menus: [{ name: 'Menu', menuGroups: [{ name: 'G', menuItems: [{ name: 'I', ...fields }] }] }],
})
const square = (details: object) => ({
  objects: [{ type: 'ITEM', id: 'i', item_data: { name: 'I', food_and_beverage_details: details } }],
})
const inCsv = (heading: string) => (text: string) => `group\titem\t${heading}\ng\tI\t"${text}"`
const inWorkbook = (heading: string) => (text: string) =>
  workbookOf([
    {
      name: 'S',
      rows: [
        ['group', 'item', heading],
        ['g', 'I', text],
      ],
    },
  ])

/** A file with one item and a text about its allergens, in each format that has a place for it. */
const ALLERGENS: Readonly<Record<string, Write>> = {
  'table.csv': inCsv('Allergens'),
  'table.xlsx': inWorkbook('Allergens'),
  'openmenu.xml': (text) =>
    `<omf><menus><menu name="M"><menu_groups><menu_group name="G"><menu_items><menu_item><menu_item_name>I</menu_item_name>
      <menu_item_allergy_information allergens="${text}"/></menu_item></menu_items></menu_group></menu_groups></menu></menus></omf>`,
  'toast.json': (text) => toast({ allergens: [{ code: text }] }),
}

/** The same for diets. */
const DIETS: Readonly<Record<string, Write>> = {
  'table.csv': inCsv('Diets'),
  'table.xlsx': inWorkbook('Diets'),
  'schema-org.jsonld': (text) => ({
    '@context': 'https://schema.org',
    '@type': 'Menu',
    hasMenuItem: [{ name: 'I', suitableForDiet: text }],
  }),
  'square.json': (text) => square({ dietary_preferences: [{ custom_name: text }] }),
}

/** The slugs in the tags of the item, and the lines of the report. */
async function read(name: string, content: Awaited<ReturnType<Write>>, kind = '\\w+') {
  const { menus, lines, hasLosses } = await convert(name, content, MENU)
  const tags: readonly string[] = menus[0]?.groups[0]?.items[0]?.tags ?? []
  return { slugs: tags.map((tag) => tag.replace(new RegExp(`^${kind}:`), '')).join(' '), lines, hasLosses }
}

describe.each(Object.entries(ALLERGENS))('allergens in %s', (name, write) => {
  test.each([
    ['Gluten (wheat, barley), Eggs', 'gluten wheat eggs'],
    ['Cereals containing gluten (oats); Fish (cod)', 'gluten fish'],
    ['nuts (almonds (roasted), walnuts) and milk', 'nuts milk'],
    ['gluten [rye, milk', 'gluten milk'],
    ['gluten|eggs|milk', 'gluten eggs milk'],
    ['Milk / Nuts', 'milk nuts'],
    ['milk - eggs • soya. Mustard.', 'milk eggs soya mustard'],
    ['Milk and products thereof, fish', 'milk fish'],
    ['Contains: milk', 'milk'],
    ['contains milk and eggs', 'milk eggs'],
    ['Allergens: MILK, Egg + Peanuts', 'milk eggs peanuts'],
    ['Gluten: barley', 'gluten'],
    ['A (gluten), G = milk', 'gluten milk'],
    ['tree-nuts, SOYBEANS', 'nuts soya'],
    ['No allergens', ''],
    ['none', ''],
    ['–', ''],
    ['n/a', ''],
    ['Keine', ''],
    ['Weizen, Milch, Eier, Schalenfrüchte', 'wheat milk eggs nuts'],
    ['Enthält Milch und Ei', 'milk eggs'],
    ['LAIT, CELERI, OEUFS', 'milk celery eggs'],
    ['Contient du lait et des fruits à coque', 'milk nuts'],
    ['leche, huevos y cacahuetes', 'milk eggs peanuts'],
    ['latte; frutta a guscio; pesce', 'milk nuts fish'],
    ['卵、乳、小麦', 'eggs milk wheat'],
    ['молоко, яйця', 'milk eggs'],
    ['süt, YUMURTA', 'milk eggs'],
  ])('%j is %j', async (text, slugs) => {
    expect(await read(name, await write(text), 'allergen')).toEqual({ slugs, lines: [], hasLosses: false })
  })

  test.each([
    ['may contain nuts', 'nuts'],
    ['milk (may contain nuts)', 'milk nuts'],
    ['milk, may contain traces of eggs and fish', 'milk eggs fish'],
    ['milk may contain nuts', 'milk nuts'],
    ['nuts (traces)', 'nuts'],
    ['Kann Spuren von Nüssen enthalten', 'nuts'],
    ['peut contenir des traces de lait', 'milk'],
    ['traces éventuelles de sésame', 'sesame'],
    ['puede contener trazas de huevo', 'eggs'],
  ])('traces are kept, and named: %j is %j', async (text, slugs) => {
    const lines = ['1 item that may have traces of an allergen is tagged as if it contains it: I.']
    expect(await read(name, await write(text), 'allergen')).toEqual({ slugs, lines, hasLosses: true })
  })

  test.each([
    ['1,7,9', 'gluten milk celery'],
    ['1 7 9', 'gluten milk celery'],
    ['(14)', 'molluscs'],
    ['3; 2', 'eggs crustaceans'],
  ])('numbers are those of boards, which is said: %j is %j', async (text, slugs) => {
    const { lines, ...others } = await read(name, await write(text), 'allergen')
    expect(others).toEqual({ slugs, hasLosses: false })
    expect(lines).toEqual([expect.stringMatching(/^1 item has allergens as numbers, .* 7 milk, .*: I\.$/)])
  })

  test.each([
    ['A, C, G', '', 'A, C, G'],
    ['A C G', '', 'A, C, G'],
    ['milk, G', 'milk', 'G'],
    ['15', '', '15'],
    ['1.7', '', '1.7'],
    ['no nuts', '', 'no nuts'],
    ['contains no eggs', '', 'no eggs'],
    ['dairy-free', '', 'dairy-free'],
    ['milk (no nuts)', 'milk', 'milk (no nuts)'],
    ['milk (no)', '', 'milk (no)'],
    ['gluten: none, eggs', 'eggs', 'gluten: none'],
    ['milk: nein', '', 'milk: nein'],
    ['milk = 0', '', 'milk = 0'],
    ['Milk: N', '', 'Milk: N'],
    ['milk: ✗', '', 'milk: ✗'],
    ['milk: free', '', 'milk: free'],
    ['no: milk', '', 'no: milk'],
    ['eggs = 1', 'eggs', 'eggs = 1'],
    ['milk (optional)', 'milk', 'milk (optional)'],
    ['milk (can be removed)', 'milk', 'milk (can be removed)'],
    ['milk - no', 'milk', 'milk - no'],
    ['Brioche (milk, eggs)', 'milk eggs', 'Brioche (milk, eggs)'],
    ['???', '', '???'],
    ['Rolls (wheat) with butter', 'wheat', 'Rolls (wheat) with butter'],
    ['gluten) eggs', 'gluten eggs', 'gluten) eggs'],
  ])('what is no name is lost, and named: %j is %j', async (text, slugs, lost) => {
    const { lines, ...others } = await read(name, await write(text), 'allergen')
    expect(others).toEqual({ slugs, hasLosses: true })
    expect(lines).toEqual([
      expect.stringMatching(
        /^1 item loses allergens that are not known \(write their names, such as milk\): I \(/,
      ),
    ])
    expect(lines[0]).toContain(`${lost}).`)
  })

  test.each([
    ['Star Anise, milk', 'milk star_anise', 'Star Anise'],
    ['Star anise (ground)', 'star_anise', 'Star anise'],
    ['soya milk', 'soya_milk', 'soya milk'],
    ['almond milk, eggs', 'eggs almond_milk', 'almond milk'],
    ['milk and kiwi', 'milk kiwi', 'kiwi'],
  ])('another allergen is kept, and named: %j is %j', async (text, slugs, unknown) => {
    const { lines, ...others } = await read(name, await write(text), 'allergen')
    expect(others).toEqual({ slugs, hasLosses: true })
    expect(lines).toEqual([expect.stringContaining(`${unknown}).`)])
    expect(lines[0]).toContain('1 item has allergens that boards have no mark for, and write out')
  })
})

describe.each(Object.entries(DIETS))('diets in %s', (name, write) => {
  test.each([
    ['vegan, gluten free', 'vegan gluten_free'],
    ['Vegan / Halal', 'vegan halal'],
    ['vegan|KOSHER', 'vegan kosher'],
    ['vegetarian and dairy-free', 'vegetarian dairy_free'],
    ['Vegan diet', 'vegan'],
    ['suitable for vegans', 'vegan'],
    ['no gluten', 'gluten_free'],
    ['vegetarisch, glutenfrei', 'vegetarian gluten_free'],
    ['végétarien; sans gluten', 'vegetarian gluten_free'],
    ['sin gluten', 'gluten_free'],
    ['none', ''],
    ['-', ''],
  ])('%j is %j', async (text, slugs) => {
    expect(await read(name, await write(text), 'diet')).toEqual({ slugs, lines: [], hasLosses: false })
  })

  test.each([
    ['V, GF', 'vegetarian gluten_free'],
    ['V GF', 'vegetarian gluten_free'],
    ['v/df', 'vegetarian dairy_free'],
    ['vegan (GF)', 'vegan gluten_free'],
    ['VG', 'vegan'],
  ])('letters are those of boards, which is said: %j is %j', async (text, slugs) => {
    const { lines, ...others } = await read(name, await write(text), 'diet')
    expect(others).toEqual({ slugs, hasLosses: false })
    expect(lines).toEqual([
      expect.stringMatching(/^1 item has diets as letters, .*V vegetarian, VG vegan, .*: I\.$/),
    ])
  })

  test.each([
    ['vegan (on request)', ''],
    ['VE', ''],
    ['vegan, N', 'vegan'],
    ['vegan (no)', ''],
    ['vegan: no', ''],
    ['vegan: none', ''],
    ['vegan=no, halal', 'halal'],
    ['vegan - no', ''],
    ['vegan/no', ''],
    ['halal: –', ''],
    ['kosher, nein', ''],
    ['no: vegan', ''],
  ])('what is no name is lost, and named: %j is %j', async (text, slugs) => {
    const { lines, ...others } = await read(name, await write(text), 'diet')
    expect(others).toEqual({ slugs, hasLosses: true })
    expect(lines).toEqual([
      expect.stringMatching(
        /^1 item loses diets that are not known \(write their names, such as vegan\): I \(/,
      ),
    ])
  })

  test.each([
    'low fodmap',
    'not vegan',
    'vegan or halal',
    'no vegan',
    'vegan no',
    'vegan option',
    'gluten free vegan',
  ])('another diet is kept, and named: %j', async (text) => {
    const { slugs, lines, hasLosses } = await read(name, await write(text), 'diet')
    expect(slugs.replaceAll(' ', '_')).toBe(text.replaceAll(' ', '_'))
    expect(hasLosses).toBe(true)
    expect(lines).toEqual([expect.stringContaining(`${text}).`)])
  })
})

test.each(['menu.csv', 'menu.xlsx'])('in %s, lines separate names', async (name) => {
  const write = name === 'menu.csv' ? inCsv : inWorkbook
  expect((await read(name, await write('Allergens')('milk\ntree nuts'))).slugs).toBe('milk nuts')
  expect((await read(name, await write('Diets')('vegan\ngluten free'))).slugs).toBe('vegan gluten_free')
})

describe('tags', () => {
  test.each([
    ['vegan, spicy', ['vegan', 'spicy']],
    ['new,popular;hot|2 for 1', ['new', 'popular', 'hot', '2 for 1']],
    ['new\npopular', ['new', 'popular']],
    ['with (salt, pepper), hot', ['with (salt, pepper)', 'hot']],
    ['with (salt; hot', ['with (salt', 'hot']],
    ['a\\,b\\|c\\;d', ['a,b|c;d']],
  ])('%j in a table are %j', async (text, tags) => {
    const { menus, lines } = await convert('table.xlsx', await inWorkbook('Tags')(text), MENU)
    expect(menus[0]?.groups[0]?.items[0]?.tags).toEqual(tags)
    expect(lines).toEqual([])
  })

  test.each([
    ['table.csv', inCsv('Tags')('allergen:soy'), 'I (row 2: allergen:soy)'],
    ['table.xlsx', inWorkbook('Tags')('diet:raw'), 'I (sheet S, row 2: diet:raw)'],
    ['toast.json', toast({ itemTags: [{ name: 'allergen:kiwi' }] }), 'I (allergen:kiwi)'],
    [
      'toast.json',
      toast({ contentAdvisories: { alcohol: { containsAlcohol: 'YES' } } }),
      'I (allergen:alcohol)',
    ],
    [
      'openmenu.xml',
      `<omf><menus><menu name="M"><menu_groups><menu_group name="G"><menu_items><menu_item><menu_item_name>I</menu_item_name>
        <menu_item_tags><menu_item_tag>Allergen: milk</menu_item_tag></menu_item_tags></menu_item></menu_items></menu_group></menu_groups></menu></menus></omf>`,
      'I (Allergen: milk)',
    ],
  ])(
    'in %s, an allergen or a diet that boards do not know is named, and is no loss',
    async (name, file, what) => {
      const { lines, hasLosses } = await convert(name, await file, MENU)
      expect(lines).toEqual([
        `1 item has tags of allergens or diets that boards do not know, which are taken as they stand: ${what}.`,
      ])
      expect(hasLosses).toBe(false)
    },
  )
})

test('ingredients of Square are allergens if they are known ones', async () => {
  const ingredients = [
    'Milk / nuts',
    'rice, eggs',
    'oat milk',
    'Soy sauce (wheat, soya)',
    'basil',
    '7',
    'may contain fish',
  ].map((custom_name) => ({ custom_name }))
  expect(await read('square.json', square({ ingredients }), 'allergen')).toEqual({
    slugs: 'milk nuts eggs wheat soya fish',
    lines: ['1 item that may have traces of an allergen is tagged as if it contains it: I.'],
    hasLosses: true,
  })
})

test('a tag of Toast that lists diets is each of them', async () => {
  const itemTags = [{ name: 'Vegan, Gluten-Free' }, { name: 'vegan & hot' }, { name: 'V' }]
  expect((await read('toast.json', toast({ itemTags }))).slugs).toBe(
    'Vegan, Gluten-Free vegan & hot V vegan gluten_free',
  )
})

test('unknown names of a table have their rows', async () => {
  const rows = ['item,allergens,diets', 'Soup,"A, C",', 'Cake,kiwi,raw', 'Pie,"G, milk",']
  expect((await convert('menu.csv', rows.join('\n'), MENU)).lines).toEqual([
    '2 items lose allergens that are not known (write their names, such as milk): Soup (row 2: A, C), Pie (row 4: G).',
    '1 item has allergens that boards have no mark for, and write out (check their spelling): Cake (row 3: kiwi).',
    '1 item has diets that boards do not show (check their spelling): Cake (row 3: raw).',
  ])
})
