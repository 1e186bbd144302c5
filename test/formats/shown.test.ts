import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'
import { rowXml, styled, styledWorkbook, workbookOf } from '../support/workbook.ts'

/* What a spreadsheet shows is what is read: numbers by the formats of their cells, formulas by their results, and merged cells. */

const HOW = 'open the file in a spreadsheet program, and save it'

/** The items of a sheet with one row, whose cell in one column has a number with a format. */
async function itemWith(heading: string, format: string, value: number, options = {}) {
  const headings = ['Item', 'Price', heading === 'Price' ? 'Notes' : heading]
  const cells = ['Soup', 8, styled(value, 1)]
  const row = heading === 'Price' ? [cells[0] ?? '', cells[2] ?? '', 'x'] : cells
  const content = await styledWorkbook([{ name: 'Lunch', xml: rowXml(headings) + rowXml(row) }], [format])
  const { menus, lines } = await convert('menu.xlsx', content, options)
  return { item: menus[0]?.groups?.[0]?.items?.[0], lines }
}

describe('a number in a column of texts is what its cell shows', () => {
  test.each([
    ['000', 7, '007'],
    ['# ?/?', 0.5, '1/2'],
    ['# ??/??', 1.25, '1 1/4'],
    ['0.0" l"', 0.3, '0.3 l'],
    ['0.00" l"', 0.5, '0.50 l'],
    ['0.00', 0.5, '0.50'],
    ['#,##0" ml"', 1000, '1,000 ml'],
    ['0%', 1, '100%'],
    ['0\\ "cm"', 28, '28 cm'],
    ['"No. "0', 12, 'No. 12'],
    ['[>=1]0.0" l";0.00" l"', 0.33, '0.33 l'],
    ['General', 0.25, '0.25'],
    ['@', 7, '7'],
    ['not a code [', 7, '7'],
  ])('as its format says: %s', async (format, value, shown) => {
    const { item, lines } = await itemWith('Size', format, value)
    expect(item?.items?.[0]?.name).toBe(shown)
    expect(lines).toEqual([])
  })
})

test('superscript, as numbers of allergens have it, is named', async () => {
  const text = (align: string) =>
    `<c t="inlineStr"><is><r><t>Soup</t></r><r><rPr><vertAlign val="${align}"/></rPr><t>1,3</t></r></is></c>`
  const xml = rowXml(['Item', 'Price']) + rowXml([text('superscript'), 8]) + rowXml([text('baseline'), 8])
  const { menus, lines } = await convert('menu.xlsx', await workbookOf([{ name: 'Lunch', xml }]))
  expect(menus[0]?.groups?.[0]?.items).toMatchObject([{ name: 'Soup1,3' }, { name: 'Soup1,3' }])
  expect(lines).toEqual([
    '1 cell has superscript that is read as other characters (write numbers of allergens in a column Allergens): row 2 (Soup1,3).',
  ])
})

describe('a cell that shows nothing is empty', () => {
  test('because its format is for nothing', async () => {
    const xml =
      rowXml(['Item', 'Price']) + rowXml([styled('Pie', 2), styled(9, 1)]) + rowXml([styled('x', 1)])
    const { groups } = await convertMenu(
      'menu.xlsx',
      await styledWorkbook([{ name: 'Lunch', xml }], [';;;', '@" (v)"']),
    )
    expect(groups[0]?.items).toMatchObject([{ name: 'Pie (v)', price: null }])
  })

  test('because the sheet shows no zeros', async () => {
    const columns = '<sheetViews><sheetView showZeros="0"/></sheetViews>'
    const xml = rowXml(['Item', 'Price']) + rowXml(['Pie', 0]) + rowXml(['Stew', 12])
    const { groups } = await convertMenu('menu.xlsx', await workbookOf([{ name: 'Lunch', columns, xml }]))
    expect(groups[0]?.items?.map(({ price }) => price)).toEqual([null, 12])
  })
})

describe('a number in the column of prices', () => {
  test.each([
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 0, null],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 0, null],
    ['0.00;-0.00;;@', 0, null],
    ['0.00;-0.00;"–"', 0, null],
    ['0.00', 0, 0],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 1234.5, 1234.5],
    ['#,##0', 1250, 1250],
    ['0.000', 1.25, 1.25],
    ['000', 7, 7],
    ['#,##0.00\\ [$€-407]', 1234.5, 1234.5],
    ['[$$-409]#,##0.00', 1234.5, 1234.5],
    ['#,##0.00" EUR"', 4.5, 4.5],
    ['[$KWD]\\ 0.000', 1.25, 1.25],
  ])('%s of %d', async (format, value, price) => {
    const { item, lines } = await itemWith('Price', format, value)
    expect(item?.price).toBe(price)
    const zero = price === 0 ? [expect.stringMatching(/^1 price is 0/)] : []
    expect(lines).toEqual([...zero, '1 column is not read, because its heading is not known: Notes.'])
  })

  test('that is rounded by its cell is what the cell shows, and named', async () => {
    const { item, lines } = await itemWith('Price', '0.00', 4.725)
    expect(item?.price).toBe(4.73)
    expect(lines[0]).toBe('1 price was rounded to the digits that its cell shows: Soup (4.725).')
  })

  test.each([
    ['0.00" per 100 g"', 7.5, '7.50 per 100 g'],
    ['0%', 0.1, '10%'],
    ['#,##0.00;(#,##0.00)', -5, '(5.00)'],
    ['0.00;[Red]0.00', -5, '-5'],
  ])('%s of %d is refused', async (format, value, shown) => {
    await expect(itemWith('Price', format, value)).rejects.toThrow(shown)
  })

  test('that the heading of a size has, and that shows a dash, is a size that the item does not have', async () => {
    const xml = rowXml(['Item', 'Price Small', 'Price Large']) + rowXml(['Tea', 2, styled(0, 1)])
    const content = await styledWorkbook([{ name: 'Tea', xml }], ['0.00;-0.00;"-"'])
    const { groups } = await convertMenu('menu.xlsx', content)
    expect(groups[0]?.items?.[0]?.items).toMatchObject([{ name: 'Small', price: 2 }])
  })

  describe('has the currency of its format', () => {
    const content = () =>
      styledWorkbook(
        [
          {
            name: 'Lunch',
            xml: rowXml(['Item', 'Price']) + rowXml(['Stew', styled(12, 1)]) + rowXml(['Pie', styled(10, 2)]),
          },
        ],
        ['[$$-409]#,##0.00', '#,##0.00\\ [$€-1]'],
      )

    test('and several are refused without --currency', async () => {
      await expect(convert('menu.xlsx', await content())).rejects.toThrow(
        'The prices are in several currencies ($, EUR): choose one with --currency.',
      )
    })

    test.each([
      ['USD', [12, null], 'Pie'],
      ['EUR', [null, 10], 'Stew'],
    ])('and %s takes those in it', async (currency, prices, lost) => {
      const { menus, lines } = await convert('menu.xlsx', await content(), { currency })
      expect(menus[0]?.groups?.[0]?.items?.map(({ price }) => price)).toEqual(prices)
      expect(lines).toEqual([`1 item has no price in ${currency}: ${lost}.`])
    })

    test('also with columns of sizes', async () => {
      const xml = rowXml(['Item', 'Price Small', 'Price Large']) + rowXml(['Tea', styled(2, 1), styled(3, 2)])
      const sizes = await styledWorkbook([{ name: 'Tea', xml }], ['"$"0.00', '0.00\\ "€"'])
      await expect(convert('menu.xlsx', sizes)).rejects.toThrow('several currencies ($, EUR)')
    })
  })
})

describe('formulas', () => {
  const menuWith = (price: string, calculation = '') =>
    workbookOf(
      [
        {
          name: 'Lunch',
          xml: rowXml(['Item', 'Price', 'Cost']) + rowXml(['Pie', 9, 3]) + rowXml(['Stew', price, 4]),
        },
      ],
      calculation === ''
        ? {}
        : {
            'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Lunch" r:id="s1"/></sheets>${calculation}</workbook>`,
          },
    )
  const RECALCULATES = '<calcPr calcId="124519" fullCalcOnLoad="1"/>'

  test.each([
    ['by ExcelJS', '<c><f>C3*3</f></c>', ''],
    ['by openpyxl', '<c><f>C3*3</f><v></v></c>', RECALCULATES],
    ['by openpyxl, written short', '<c><f>C3*3</f><v/></c>', RECALCULATES],
    ['as a text', '<c t="str"><f>C3&amp;""</f></c>', ''],
    ['by XlsxWriter', '<c><f>C3*3</f><v>0</v></c>', RECALCULATES],
    ['as a shared formula', '<c><f t="shared" si="0"/></c>', ''],
  ])('that are written without a result %s are refused', async (_, cell, calculation) => {
    await expect(convert('menu.xlsx', await menuWith(cell, calculation))).rejects.toThrow(
      `menu.xlsx: sheet Lunch, row 3, column Price: must have the result of its formula: ${HOW}`,
    )
  })

  test.each([
    ['a number', '<c><f>C3*3</f><v>12</v></c>', RECALCULATES, 12],
    ['0', '<c><f>C3*0</f><v>0</v></c>', '', 0],
    ['an empty text', '<c t="str"><f>""</f><v></v></c>', '', null],
  ])('whose result is %s are read', async (_, cell, calculation, price) => {
    const { groups } = await convertMenu('menu.xlsx', await menuWith(cell, calculation))
    expect(groups[0]?.items?.[1]?.price).toBe(price)
  })

  test('without a result do not matter in a column that is not read', async () => {
    const xml = rowXml(['Item', 'Price', 'Margin']) + rowXml(['Pie', 9, '<c><f>B2-3</f></c>'])
    const { menus } = await convert('menu.xlsx', await workbookOf([{ name: 'Lunch', xml }]))
    expect(menus[0]?.groups?.[0]?.items).toMatchObject([{ name: 'Pie', price: 9 }])
  })

  test('without a result in all cells of a row are refused, too', async () => {
    const xml = rowXml(['Item', 'Price']) + rowXml(['<c><f>Z1</f></c>', '<c><f>Z2</f></c>'])
    await expect(convert('menu.xlsx', await workbookOf([{ name: 'Lunch', xml }]))).rejects.toThrow(
      'row 2, column Item: must have the result of its formula',
    )
  })

  test('with an error are told once for each cell', async () => {
    for (const [name, content] of [
      ['menu.csv', 'Item,Price\n#N/A,#REF!\nSoup,8'],
      ['menu.xlsx', await workbookOf([{ name: 'L', xml: rowXml(['Item', 'Price']) + ERRORS }])],
    ] as const) {
      const error = await convert(name, content, { menuName: 'Lunch' }).catch(String)
      const lines = String(error).split('\n')
      expect(lines).toHaveLength(2)
      expect(lines[0]).toContain('row 2, column Item: must not be the error of a formula, got "#N/A"')
      expect(lines[1]).toContain('row 2, column Price: must not be the error of a formula, got "#REF!"')
    }
  })
  const ERRORS = rowXml(['<c t="e"><v>#N/A</v></c>', '<c t="e"><v>#REF!</v></c>'])
})

describe('formulas in CSV', () => {
  const itemsOf = async (...cells: string[]) => {
    const rows = cells.map((cell) => `"${cell.replaceAll('"', '""')}",8`)
    const menu = await convertMenu('menu.csv', `Item,Price\n${rows.join('\n')}`, { menuName: 'Lunch' })
    return menu.groups[0]?.items?.map(({ name }) => name)
  }

  test('that only keep a text as it is are that text', async () => {
    expect(await itemsOf('="007"')).toEqual(['007'])
    await expect(itemsOf('=""')).rejects.toThrow('row 2, column Item: must name the item')
  })

  test('that were saved instead of their results are refused', async () => {
    for (const formula of ['=B2*1.1', '=$B$2', '=HYPERLINK("x","Stew")', '=1+1', '=+A1', '=(1)', '="a"&"b"'])
      await expect(itemsOf('Soup', formula)).rejects.toThrow(
        `menu.csv: row 3, column Item: must have the result of its formula: ${HOW}`,
      )
  })

  test('are not texts that only begin with an equals sign', async () => {
    expect(await itemsOf('= New =', '=== Drinks', "'=1+1")).toEqual(['= New =', '=== Drinks', '=1+1'])
  })

  test.each(['#BEZUG!', '#NV', '#¡VALOR!', '#NOM?', '#RIF!', '#WAARDE!', '#ERROR!', 'Err:502'])(
    'that failed in a spreadsheet of any language are errors: %s',
    async (error) => {
      await expect(itemsOf(error)).rejects.toThrow(`must not be the error of a formula, got "${error}"`)
      expect(await itemsOf(`'${error}`, `${error} soup`)).toEqual([error, `${error} soup`])
    },
  )
})

describe('merged cells', () => {
  const HEADINGS = ['Category', 'Item', 'Size', 'Price']
  const groupsOf = async (rows: readonly (readonly (string | number | null)[])[], merged: string[]) => {
    const content = await workbookOf([
      { name: 'Lunch', xml: [HEADINGS, ...rows].map((row) => rowXml(row)).join(''), merged },
    ])
    return (await convertMenu('menu.xlsx', content)).groups
  }

  test('over several rows are in all of them', async () => {
    const rows = [
      ['Coffee', 'Latte', 'Small', 3.5],
      [null, null, 'Large', 4.5],
      [null, 'Espresso', null, 2],
      ['Tea', 'Green', null, 3],
      [null, 'Black', null, 3],
    ]
    expect(await groupsOf(rows, ['A2:A4', 'B2:B3', 'A5:A6'])).toMatchObject([
      {
        name: 'Coffee',
        items: [
          { name: 'Latte', items: [{ name: 'Small', price: 3.5 }, { name: 'Large' }] },
          { name: 'Espresso' },
        ],
      },
      { name: 'Tea', items: [{ name: 'Green' }, { name: 'Black' }] },
    ])
  })

  test('cover what is under them', async () => {
    const rows = [
      ['Coffee', 'Latte', 'hidden below', 3.5],
      ['Old name', 'Espresso', null, 2],
    ]
    expect(await groupsOf(rows, ['A2:A3', 'B2:C2'])).toMatchObject([
      {
        name: 'Coffee',
        items: [
          { name: 'Latte', price: 3.5, items: [] },
          { name: 'Espresso', price: 2 },
        ],
      },
    ])
  })

  test('with headings are no item below', async () => {
    const rows = [[null, 'Latte', null, 3]]
    await expect(groupsOf(rows, ['A1:A2'])).rejects.toThrow('column Category: must name the group')
  })

  const columnName = (n: number): string =>
    n < 26 ? String.fromCharCode(65 + n) : `${columnName(Math.floor(n / 26) - 1)}${columnName(n % 26)}`

  test('are found wherever the file is split, and as many as nobody has are refused', async () => {
    const rows = [
      ['Coffee', 'Latte', null, 3.5],
      [null, 'Espresso', null, 2],
    ]
    const far = Array.from({ length: 20_000 }, (_, n) => `A${n * 2 + 10}:A${n * 2 + 11}`)
    expect(await groupsOf(rows, [...far, 'A2:A3'])).toMatchObject([{ name: 'Coffee', items: { length: 2 } }])
    const wide = Array.from({ length: 1001 }, (_, n) => `${columnName(n)}1:${columnName(n)}9`)
    await expect(groupsOf(rows, wide)).rejects.toThrow('is damaged')
  })
})
