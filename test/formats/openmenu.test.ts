import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'

const file = (menus: string, restaurant = 'The Grill') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<omf uuid="x"><restaurant_info><restaurant_name>${restaurant}</restaurant_name><city_town>Here</city_town></restaurant_info>
<menus>${menus}</menus></omf>`
const menu = (groups: string, attributes = 'name="Dinner" uid="9"') =>
  `<menu ${attributes}><menu_groups>${groups}</menu_groups></menu>`
const group = (items: string, attributes = 'name="Mains"', before = '') =>
  `<menu_group ${attributes}>${before}<menu_items>${items}</menu_items></menu_group>`
const item = (name: string, inner = '', attributes = '') =>
  `<menu_item ${attributes}><menu_item_name>${name}</menu_item_name>${inner}</menu_item>`
const price = (text: string) => `<menu_item_price>${text}</menu_item_price>`
const size = (name: string, text: string) =>
  `<menu_item_size><menu_item_size_name>${name}</menu_item_size_name><menu_item_size_price>${text}</menu_item_size_price></menu_item_size>`

const convertItems = async (items: string, options = {}) => {
  const { menus, ...rest } = await convert('menu.xml', file(menu(group(items))), options)
  return { ...rest, items: menus[0]?.groups[0]?.items ?? [] }
}
const convertItem = async (inner: string, attributes = '', options = {}) => {
  const { items, ...rest } = await convertItems(item('Steak', inner, attributes), options)
  return { ...rest, item: items[0] }
}

describe('openmenu: OpenMenu Format XML', () => {
  test('is detected, and has the restaurant, menus, groups and items in their order', async () => {
    const { format, menus, lines } = await convert(
      'menu.xml',
      file(
        menu(group(item('Steak', price('20')) + item('Fish')), 'name=" Dinner " uid="9"') +
          menu(group(item('Toast')), 'name="Lunch"'),
      ),
    )
    expect(format).toBe('openmenu')
    expect(lines).toEqual([])
    expect(menus.map(({ name, location }) => [name, location?.restaurantName, location?.name])).toEqual([
      ['Dinner', 'The Grill', undefined],
      ['Lunch', 'The Grill', undefined],
    ])
    expect(menus[0]?.groups[0]?.items.map(({ name }) => name)).toEqual(['Steak', 'Fish'])
  })

  test('ids are made of uids where there are some, and otherwise of the place', async () => {
    const converted = await convertMenu(
      'menu.xml',
      file(menu(group(item('Steak', '', 'uid="1"') + item('Fish'), 'name="Mains" uid="1"'))),
    )
    expect(converted.id).toBe('openmenu:9')
    expect(converted.groups[0]?.id).toBe('openmenu:group-1')
    expect(converted.groups[0]?.items[0]?.id).toBe('openmenu:item-1')
    expect(converted.groups[0]?.items[1]?.id).toMatch(/^openmenu:[0-9a-f]{24}$/)
  })

  test('a menu without a name takes that of --menu-name', async () => {
    const content = file(menu(group(item('Steak')), 'uid="1"'))
    expect((await convertMenu('menu.xml', content, { menuName: 'Dinner' })).name).toBe('Dinner')
    await expect(convert('menu.xml', content)).rejects.toThrow('add --menu-name NAME')
  })

  test.each(['1', 'disabled', 'true'])(
    'disabled="%s" hides a menu, a group or an item, and is counted',
    async (yes) => {
      const disabled = `disabled="${yes}"`
      const { menus, lines, hasLosses } = await convert(
        'menu.xml',
        file(
          menu(group(item('Old')), `name="Old" ${disabled}`) +
            menu(
              group(item('Old'), `name="" ${disabled}`) +
                group(
                  item('', '', disabled) +
                    item('Steak', '', 'disabled="0"') +
                    item('Fish', '', 'disabled=""'),
                ),
            ),
        ),
      )
      expect(menus.map(({ name }) => name)).toEqual(['Dinner'])
      expect(menus[0]?.groups.flatMap((one) => one.items.map(({ name }) => name))).toEqual(['Steak', 'Fish'])
      expect(lines).toEqual([
        '3 menus, groups, items, sizes or options are left out, because they are disabled.',
      ])
      expect(hasLosses).toBe(false)
    },
  )

  test('an item or a group without a name is an error with its line', async () => {
    await expect(convertItems(item(' '))).rejects.toThrow(
      'menu.xml, line 3: menu_item must have a name that is not empty',
    )
    await expect(convert('menu.xml', file(menu(group(item('Steak'), ''))))).rejects.toThrow(
      'menu_group must have',
    )
  })

  test('descriptions are cleaned', async () => {
    const description =
      '<menu_item_description> Big &amp; &lt;b&gt;hot&lt;/b&gt;\n dish </menu_item_description>'
    expect((await convertItem(description)).item?.description).toBe('Big & hot dish')
  })

  test('flags become tags, as attributes and as elements, whatever they say for yes', async () => {
    const attributes = 'special="special" vegetarian="1" vegan="true" kosher="0" halal=""'
    const { item: steak } = await convertItem('<gluten_free>1</gluten_free><kosher>no</kosher>', attributes)
    expect(steak?.tags).toEqual(['special', 'diet:vegetarian', 'diet:vegan', 'diet:gluten_free'])
  })

  test('a flag that says neither yes nor no is no tag, and is named', async () => {
    const attributes =
      'vegan="unknown" halal="on request" special="Special" gluten_free="gluten-free" kosher="none"'
    const { item: steak, lines, hasLosses } = await convertItem('', attributes)
    expect(steak?.tags).toEqual(['special', 'diet:gluten_free'])
    expect(lines).toEqual([
      '2 items lose what says neither yes nor no: Steak (vegan: unknown), Steak (halal: on request).',
    ])
    expect(hasLosses).toBe(true)
  })

  const heat = (text: string) => convertItem(`<menu_item_heat_index>${text}</menu_item_heat_index>`)

  test.each([
    ['2', ['heat:2']],
    [' 2.0 ', ['heat:2']],
    ['Mild', ['heat:mild']],
    ['Extra Hot', ['heat:extra_hot']],
    ['3 (hot)', ['heat:3']],
    ['2/5', ['heat:2']],
    ['0', []],
    ['0.0', []],
    ['', []],
    ['None', []],
    ['not spicy', []],
    ['n/a', []],
    ['No heat', []],
  ])('the heat index %j becomes a tag, unless there is no heat', async (text, tags) => {
    const { item: steak, lines } = await heat(text)
    expect({ tags: steak?.tags, lines }).toEqual({ tags, lines: [] })
  })

  test.each(['-1', 'ask the cook', 'unknown'])('the heat index %j is named', async (text) => {
    const { item: steak, lines } = await heat(text)
    expect(steak?.tags).toEqual([])
    expect(lines).toEqual([
      `1 item loses a heat index that is neither a number nor a degree: Steak (${text}).`,
    ])
  })

  test('allergens and tags become tags, and a text about allergies is reported', async () => {
    const { item: steak, lines } = await convertItem(
      `<menu_item_allergy_information allergens="Shellfish, Tree nuts">Ask us</menu_item_allergy_information>
       <menu_item_tags><menu_item_tag>prawns</menu_item_tag></menu_item_tags>`,
    )
    expect(steak?.tags).toEqual(['allergen:crustaceans', 'allergen:nuts', 'prawns'])
    expect(lines).toEqual([
      '1 item loses its text about allergies: Steak.',
      '1 item with shellfish is tagged as if it has crustaceans, so check whether it has molluscs: Steak.',
    ])
  })

  test('calories are a number', async () => {
    const calories = '<menu_item_calories>1,350 kcal</menu_item_calories>'
    expect((await convertItem(calories)).item?.calories).toBe(1350)
  })

  test('an empty price is null, and 0 is 0', async () => {
    expect((await convertItem(price(''))).item?.price).toBeNull()
    expect((await convertItem(price('0.00'))).item?.price).toBe(0)
    expect((await convertItem(price(''))).hasLosses).toBe(false)
  })

  test('a price that is not a number is null, and reported', async () => {
    const { item: steak, lines } = await convertItem(price('Market price'))
    expect(steak?.price).toBeNull()
    expect(lines).toEqual(['1 item has a price that is not a number: Steak (Market price).'])
  })

  test('a price that may mean two numbers is read by the others, or else refused', async () => {
    const { items } = await convertItems(item('Steak', price('1.250')) + item('Fish', price('9,50')))
    expect(items.map((one) => one.price)).toEqual([1250, 9.5])
    await expect(convertItem(price('1,250'))).rejects.toThrow(
      'menu.xml, line 3, price of Steak: may be 1.25 or 1250',
    )
  })

  test('sizes become child items with their own prices and calories', async () => {
    const calories = '<menu_item_size_calories>300</menu_item_size_calories></menu_item_size>'
    const { item: steak, lines } = await convertItem(
      `${price('')}<menu_item_sizes>${size('small', '6.95')}${size('large', '8.95').replace('</menu_item_size>', calories)}<menu_item_size/></menu_item_sizes>`,
    )
    expect(steak?.price).toBeNull()
    expect(steak?.items.map((one) => [one.name, one.price, one.calories])).toEqual([
      ['small', 6.95, null],
      ['large', 8.95, 300],
    ])
    expect(lines).toEqual([])
  })

  test('a single size without a name is folded into the item', async () => {
    const { item: steak } = await convertItem(`<menu_item_sizes>${size('', '6.95')}</menu_item_sizes>`)
    expect(steak).toMatchObject({ price: 6.95, items: [] })
  })

  test('a size that is disabled is left out, and counted', async () => {
    const large = size('Large', '30').replace('<menu_item_size>', '<menu_item_size disabled="1">')
    const { item: steak, lines } = await convertItem(
      `<menu_item_sizes>${size('Small', '20')}${large}</menu_item_sizes>`,
    )
    expect(steak?.items.map(({ name }) => name)).toEqual(['Small'])
    expect(lines).toEqual(['1 menu, group, item, size or option is left out, because it is disabled.'])
  })

  test('of several prices, the one that is filled in is read, and none if they differ', async () => {
    expect((await convertItem(price('') + price('20'))).item?.price).toBe(20)
    const { item: steak, lines } = await convertItem(price('20') + price('30'))
    expect(steak?.price).toBeNull()
    expect(lines).toEqual(['1 item has several prices, and loses them: Steak (20, 30).'])
  })

  test('a size without a name among several is an error', async () => {
    const sizes = `<menu_item_sizes>${size('', '6')}${size('large', '8')}</menu_item_sizes>`
    await expect(convertItem(sizes)).rejects.toThrow('menu_item_size must have a name')
  })
})

describe('openmenu: currencies', () => {
  test('a price that names another currency than its menu is none, and named', async () => {
    const groups = group(item('Steak', price('$20')) + item('Fish', price('€ 18')))
    const { menus, lines } = await convert(
      'menu.xml',
      file(menu(groups, 'name="Dinner" currency_symbol="EUR"')),
    )
    expect(menus[0]?.groups[0]?.items.map((one) => one.price)).toEqual([null, 18])
    expect(lines).toEqual(['1 item has a price in two currencies: Steak ($20, EUR).'])
  })

  const inCurrencies = (first: string, second: string) =>
    file(
      menu(group(item('Steak', price('9.50'))), `name="A" currency_symbol="${first}"`) +
        menu(group(item('Fish', price('1200'))), `name="B" currency_symbol="${second}"`),
    )

  test('several without --currency are refused', async () => {
    await expect(convert('menu.xml', inCurrencies('USD', 'JPY'))).rejects.toThrow(
      'several currencies (JPY, USD): choose one with --currency',
    )
  })

  test('with --currency the others have no price, and that is reported', async () => {
    const { menus, lines } = await convert('menu.xml', inCurrencies('USD', 'JPY'), { currency: 'usd' })
    expect(menus.map(({ groups }) => groups[0]?.items[0]?.price)).toEqual([9.5, null])
    expect(lines).toEqual(['1 item has no price in USD: Fish.'])
  })

  test('of a symbol that is not known, the reason and what to do are reported', async () => {
    const { lines } = await convert('menu.xml', inCurrencies('USD', '¤'), { currency: 'usd' })
    expect(lines).toEqual([
      '1 item has no price, because its currency is not known (write its ISO 4217 code, or leave it out): Fish.',
    ])
  })

  test('a symbol is no other currency than a code that it stands for', async () => {
    const { menus } = await convert('menu.xml', inCurrencies('$', 'USD'))
    expect(menus).toHaveLength(2)
  })
})

describe('openmenu: options', () => {
  test('many of a group with many items are refused before they fill the memory', async () => {
    const option =
      '<menu_group_option_item><menu_group_option_name>O</menu_group_option_name></menu_group_option_item>'
    const list = `<menu_group_options><menu_group_option name="L">${option.repeat(2000)}</menu_group_option></menu_group_options>`
    const xml = file(menu(group(item('Steak').repeat(2000), 'name="Mains"', list)))
    await expect(convert('menu.xml', xml, { modifiers: true })).rejects.toThrow(
      'menu.xml, line 3: must not become more than 250000 items',
    )
  })

  const options = (kind: string, name: string, cost: string) =>
    `<menu_${kind}_options><menu_${kind}_option name="${name}"><menu_${kind}_option_item>
      <menu_${kind}_option_name>Extra</menu_${kind}_option_name>
      <menu_${kind}_option_additional_cost>${cost}</menu_${kind}_option_additional_cost>
    </menu_${kind}_option_item></menu_${kind}_option></menu_${kind}_options>`
  const content = file(
    menu(
      group(
        item('Steak', options('item', 'Sauce', '1.25')) + item('Fish'),
        'name="Mains"',
        options('group', 'Sides', ''),
      ),
    ),
  )

  test('are left out and counted without --modifiers', async () => {
    const { menus, lines, hasLosses } = await convert('menu.xml', content)
    expect(menus[0]?.groups[0]?.items.map(({ items }) => items)).toEqual([[], []])
    expect(lines).toEqual(['2 lists of modifiers are left out, because --modifiers is not given.'])
    expect(hasLosses).toBe(false)
  })

  test('are child items with --modifiers, those of a group in each of its items', async () => {
    const { groups } = await convertMenu('menu.xml', content, { modifiers: true })
    const modifiers = groups[0]?.items.map(({ items }) => items.map(({ price, tags }) => [price, tags]))
    expect(modifiers).toEqual([
      [
        [null, ['modifier:Sides']],
        [1.25, ['modifier:Sauce']],
      ],
      [[null, ['modifier:Sides']]],
    ])
  })
})

describe('openmenu: files that are wrong', () => {
  test('without menus are refused', async () => {
    await expect(convert('menu.xml', '<omf><menus/></omf>')).rejects.toThrow(
      'menu.xml: must be OpenMenu Format, an omf element with menus, and a menu in them',
    )
  })

  test('that are not well-formed are refused with the line and the column', async () => {
    await expect(convert('menu.xml', '<omf>\n<menus></omf>')).rejects.toThrow('line 2, column 13')
  })

  test('the description and the times of a menu are reported, because menus have none', async () => {
    const inner = `<menu name="Dinner"><menu_description>Late</menu_description>
      <menu_duration><menu_duration_time_start>20:00</menu_duration_time_start></menu_duration>
      <menu_groups>${group(item('Steak'))}</menu_groups></menu>`
    const { lines } = await convert('menu.xml', file(inner))
    expect(lines).toEqual([
      '1 menu loses its description: Dinner.',
      '1 menu loses the times at which it is served: Dinner.',
    ])
  })
})
