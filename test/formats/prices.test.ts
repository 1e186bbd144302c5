import { describe, expect, test } from 'vitest'
import type { FormatOptions } from '../../src/transfer/formats/format.ts'
import type { ImportFileItem } from '../../src/transfer/schema.ts'
import { convert } from '../support/convert.ts'
import { workbookOf } from '../support/workbook.ts'

interface Written {
  readonly price?: string | undefined
  readonly calories?: string | undefined
}

const MENU = { menuName: 'Menu' }

/** A file with items of these prices and calories, in each format that has them as texts. */
const FILES: Readonly<Record<string, (items: readonly Written[]) => string | object | Promise<Uint8Array>>> =
  {
    'table.csv': (items) =>
      [
        'group\titem\tprice\tcalories',
        ...items.map(({ price = '', calories = '' }) => `g\ti\t${price}\t${calories}`),
      ].join('\n'),
    'table.xlsx': (items) =>
      workbookOf([
        {
          name: 'S',
          rows: [
            ['group', 'item', 'price', 'calories'],
            ...items.map(({ price = '', calories = '' }) => ['g', 'i', price, calories]),
          ],
        },
      ]),
    'square-items.csv': (items) =>
      [
        'Token\tItem Name\tPrice',
        ...items.map(({ price = '' }, index) => `T${index}\tI${index}\t${price}`),
      ].join('\n'),
    'schema-org.jsonld': (items) => ({
      '@context': 'https://schema.org',
      '@type': 'Menu',
      hasMenuItem: items.map(({ price, calories }) => ({
        name: 'I',
        nutrition: { calories },
        offers: price === undefined ? [] : { price },
      })),
    }),
    'openmenu.xml': (items) =>
      `<omf><menus><menu><menu_groups><menu_group name="G"><menu_items>${items
        .map(
          ({ price = '', calories = '' }) =>
            `<menu_item><menu_item_name>I</menu_item_name><menu_item_price>${price}</menu_item_price><menu_item_calories>${calories}</menu_item_calories></menu_item>`,
        )
        .join('')}</menu_items></menu_group></menu_groups></menu></menus></omf>`,
    'toast.json': (items) => ({
      menus: [
        {
          name: 'Menu',
          menuGroups: [{ name: 'G', menuItems: items.map((item) => ({ name: 'I', price: null, ...item })) }],
        },
      ],
    }),
    'square.json': (items) => ({
      objects: items.map(({ calories = '' }, index) => ({
        type: 'ITEM',
        id: `I${index}`,
        item_data: { name: 'I' },
        custom_attribute_values: { calories: { string_value: calories } },
      })),
    }),
  }
const FORMATS = Object.keys(FILES)

async function convertItems(format: string, items: readonly Written[], options: Partial<FormatOptions> = {}) {
  const content = (await FILES[format]?.(items)) ?? ''
  const { menus, lines } = await convert(format, content, { ...MENU, ...options })
  const read: ImportFileItem[] = menus[0]?.groups[0]?.items ?? []
  return { items: read, lines }
}

describe.each(FORMATS.filter((format) => format !== 'square.json'))('written prices in %s', (format) => {
  const pricesOf = async (prices: readonly string[], options: Partial<FormatOptions> = {}) => {
    const { items, lines } = await convertItems(
      format,
      prices.map((price) => ({ price })),
      options,
    )
    return { prices: items.map(({ price }) => price), lines }
  }

  test.each([
    ['₱100', 'PHP'],
    ['Rs 100', 'INR'],
    ['Rs. 100', 'LKR'],
    ['₴100', 'UAH'],
    ['NZ$100', 'NZD'],
    ['CA$100', 'CAD'],
    ['S$100', 'SGD'],
    ['HK$100', 'HKD'],
    ['100 lei', 'RON'],
    ['₽100', 'RUB'],
    ['元100', 'CNY'],
    ['100 euros', 'EUR'],
    ['RM100', 'MYR'],
    ['R100', 'ZAR'],
    ['100 kr.', 'ISK'],
    ['¥100', 'JPY'],
    ['£100.00', 'GBP'],
    ['1e2', 'USD'],
  ])('%s is 100, in %s', async (price, currency) => {
    const read = { prices: [100], lines: [] }
    expect(await pricesOf([price])).toEqual(read)
    expect(await pricesOf([price], { currency })).toEqual(read)
  })

  test('a sign is that of a code which it may stand for', async () => {
    expect(await pricesOf(['$8', '9 CAD', 'CA$7'])).toEqual({ prices: [8, 9, 7], lines: [] })
    await expect(pricesOf(['₱8', '9 lei'])).rejects.toThrow(
      'The prices are in several currencies (PHP, lei): choose one with --currency.',
    )
  })

  test('those in another currency than --currency are lost', async () => {
    const { prices, lines } = await pricesOf(['₱8', '9 lei', '7'], { currency: 'PHP' })
    expect(prices).toEqual([8, null, 7])
    expect(lines).toEqual([expect.stringMatching(/^1 item has no price in PHP: /)])
  })

  test('a yuan has two digits, and so has a sign that may be one', async () => {
    expect(await pricesOf(['¥4.50'])).toEqual({ prices: [4.5], lines: [] })
  })

  test.each([
    ['USD', ['4.725', '1.005', '8.50', '999999.995', '4.7349'], [4.73, 1.01, 8.5, 1000000, 4.73], 4],
    ['JPY', ['250.5', '0.5', '249.49', '8.00'], [251, 1, 249, 8], 3],
    ['KWD', ['1.2345', '8.50', '1.2344999'], [1.235, 8.5, 1.234], 2],
  ])('are rounded to the digits of %s, half of a unit up', async (currency, prices, rounded, count) => {
    const read = await pricesOf(prices, { currency })
    expect(read.prices).toEqual(rounded)
    const told = new RegExp(
      `^${count} prices were rounded to the digits of their currency: \\S.* \\(${prices[0]}\\), \\S`,
    )
    expect(read.lines).toEqual([expect.stringMatching(told)])
  })

  test('are rounded to the digits of the currency that they name', async () => {
    expect((await pricesOf(['$4.725', '8.50', '$1,000.125'])).prices).toEqual([4.73, 8.5, 1000.13])
    expect((await pricesOf(['¥250.5', '300 JPY'])).prices).toEqual([251, 300])
  })

  test.each([
    [['¥1,250', '¥480'], 'JPY', [1250, 480]],
    [['￥1,250'], 'JPY', [1250]],
    [['65.000 ₫', '60.000 ₫'], 'VND', [65000, 60000]],
    [['Rp 25.000'], 'IDR', [25000]],
    [['1.250 Ft'], 'HUF', [1250]],
    [['1.250 KWD', '2.125 KWD'], 'KWD', [1.25, 2.125]],
    [['1.250 KWD', '1,250.500 KWD'], 'KWD', [1.25, 1250.5]],
  ])('%j have the digits of the currency', async (prices, currency, expected) => {
    const read = { prices: expected, lines: [] }
    expect(await pricesOf(prices)).toEqual(read)
    expect(await pricesOf(prices, { currency })).toEqual(read)
  })

  test('may be in a currency that only --currency names', async () => {
    expect((await pricesOf(['1,250'], { currency: 'JPY' })).prices).toEqual([1250])
    expect((await pricesOf(['1.250'], { currency: 'KWD' })).prices).toEqual([1.25])
  })

  test('of almost 0 are 0', async () => {
    expect(await pricesOf(['5e-7', '8.50'], { currency: 'USD' })).toEqual({ prices: [0, 8.5], lines: [] })
  })

  test('1,250 is told by the other prices of the file', async () => {
    expect((await pricesOf(['1,250', '8.50'])).prices).toEqual([1250, 8.5])
    expect((await pricesOf(['1,250', '8,50'])).prices).toEqual([1.25, 8.5])
    await expect(pricesOf(['1,250', '8,50', '8.50'])).rejects.toThrow('may be 1.25 or 1250')
  })

  test.each([
    ['-0.50', 'must be 0 or more, got '],
    ['$-1,250', 'must be 0 or more, got '],
    ['1000000001', 'must be at most 1,000,000,000, got '],
    ['1e308', 'must be at most 1,000,000,000, got '],
  ])('%s is an error that names the file', async (price, message) => {
    await expect(pricesOf(['8.00', price])).rejects.toThrow(message)
    await expect(pricesOf(['8.00', price])).rejects.toThrow(format)
  })
})

describe('a price with the code of no currency', () => {
  const items = [{ price: '8 USD' }, { price: '5 BTC' }]

  test.each(['table.csv', 'table.xlsx', 'square-items.csv'])('is an error in %s', async (format) => {
    await expect(convertItems(format, items)).rejects.toThrow(
      /row 3, column price: must have the ISO 4217 code of its currency, or none, got "5 BTC"/i,
    )
  })

  test.each(['schema-org.jsonld', 'openmenu.xml'])('is lost in %s, with what to do', async (format) => {
    const read = await convertItems(format, items)
    expect(read.items.map(({ price }) => price)).toEqual([8, null])
    expect(read.lines).toEqual([
      '1 item has no price, because its currency is not known (write its ISO 4217 code, or leave it out): I (5 BTC).',
    ])
  })
})

describe.each(FORMATS.filter((format) => format !== 'square-items.csv'))('calories in %s', (format) => {
  test.each([
    ['170', 170],
    ['170 calories', 170],
    ['1,200 kcal', 1200],
    ['1.200 Cal.', 1200],
    ['1 200 kcal (5020 kJ)', 1200],
    ['1046 (250 kcal)', 250],
    ['250 kcal (1046)', 250],
    ['1046 kJ / 250 kcal', 250],
    ['1046kJ/250kcal', 250],
    ['1,046 kJ, 250 kcal', 250],
    ['1.046 kJ (250 kcal)', 250],
    ['900 (215)', 215],
    ['215 / 900', 215],
    ['1046 kJ', 250],
    ['710 KJ', 170],
    ['1046 (kJ)', 250],
    ['250 (per portion)', 250],
    ['approx. 250 kcal', 250],
    ['4 kJ / 1 kcal', 1],
    ['0', 0],
  ])('%s are %i', async (calories, expected) => {
    const { items, lines } = await convertItems(format, [{ calories }])
    expect(items[0]?.calories).toBe(expected)
    expect(lines).toEqual([])
  })

  test.each([
    ['-1', 'must be 0 or more, got '],
    ['1000001', 'must be at most 1,000,000, got '],
  ])('%s are an error', async (calories, message) => {
    await expect(convertItems(format, [{ calories }])).rejects.toThrow(message)
  })

  test.each([
    'few',
    '100-200',
    '250 kJ / 1046 kcal',
    '900 (300)',
    '250 kcal (per 100 g)',
    '250 kcal / 300 kcal',
    '2 x 250',
  ])('%s are none', async (calories) => {
    const read = convertItems(format, [{ calories }])
    if (format.startsWith('table')) {
      await expect(read).rejects.toThrow(
        `column calories: must be one number such as 170, 170 kcal or 710 kJ, got "${calories}"`,
      )
    } else {
      expect((await read).items[0]?.calories).toBeNull()
      expect((await read).lines).toEqual(['1 item has calories that are not one number: I.'])
    }
  })
})

describe('calories of a table beside kilojoules', () => {
  const errorsOf = async (content: string, options: Partial<FormatOptions> = {}) =>
    convert('menu.csv', content, { ...MENU, ...options }).catch(({ message }: Error) => message)
  const caloriesOf = async (heading: string, cells: readonly string[]) => {
    const { menus } = await convert(
      'menu.csv',
      ['item', ...cells].map((cell, row) => (row === 0 ? `item\t${heading}` : `I\t${cell}`)).join('\n'),
      {
        ...MENU,
        column: new Map([['calories', heading]]),
      },
    )
    return menus[0]?.groups[0]?.items.map(({ calories }) => calories)
  }

  test('numbers without a unit are refused, whether before or after them', async () => {
    const rows = [
      'item\tcalories',
      'Stew\t900',
      'Rice\t0',
      'Bowl\t1046 (250 kcal)',
      'Pie\t710',
      'Tart\t300 kcal',
    ]
    expect(await errorsOf(rows.join('\n'))).toBe(
      [
        'menu.csv: row 2, column calories: may be kilojoules or calories: write the unit, such as 250 kcal, got "900"',
        'menu.csv: row 5, column calories: may be kilojoules or calories: write the unit, such as 250 kcal, got "710"',
      ].join('\n'),
    )
  })

  test('numbers beside calories with kilojoules in brackets are calories', async () => {
    expect(await caloriesOf('calories', ['250 kcal (1046 kJ)', '170'])).toEqual([250, 170])
  })

  test('numbers below a heading with kcal are calories, also beside kilojoules', async () => {
    expect(await caloriesOf('kcal', ['250', '1046 kJ', '1046 kJ / 250 kcal'])).toEqual([250, 250, 250])
    await expect(caloriesOf('kcal', ['1046 (250 kcal)', '900'])).rejects.toThrow(
      'row 3, column kcal: may be kilo',
    )
  })

  test.each(['Energy (kJ)', 'kJ', 'Kilojoules', 'Calories [kJ]'])(
    'numbers below %s are kilojoules',
    async (heading) => {
      expect(await caloriesOf(heading, ['1046', '250 kcal', '710 kJ', '0', '900 (215)'])).toEqual([
        250, 250, 170, 0, 215,
      ])
    },
  )

  test('numbers below a heading with both units are refused', async () => {
    await expect(caloriesOf('Energy (kJ/kcal)', ['1046/250', '900'])).rejects.toThrow(
      'row 3, column Energy (kJ/kcal): may be kilojoules or calories: write the unit, such as 250 kcal, got "900"',
    )
  })
})
