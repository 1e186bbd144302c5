import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'
import { rowXml, styled, styledWorkbook, workbookOf } from '../support/workbook.ts'

/* What a spreadsheet shows is what is read: numbers by the formats of their cells, and formulas by their results. */

const HOW = 'open the file in a spreadsheet program, and save it'

/** The items of a sheet with one row, whose cell in one column has a number with a format. */
async function itemWith(heading: string, format: string, value: number, options = {}) {
  const headings = ['Item', 'Price', heading === 'Price' ? 'Tags' : heading]
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
    ['0.0" l"', 0.3, '0.3 l'],
    ['0.00" l"', 0.5, '0.50 l'],
    ['0%', 1, '100%'],
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

describe('a cell that shows nothing is empty', () => {
  test('because its format is for nothing', async () => {
    const xml =
      rowXml(['Item', 'Price', 'Tags']) +
      rowXml([styled('Pie', 2), styled(9, 1), 'x']) +
      rowXml([styled('x', 1)])
    const { groups } = await convertMenu(
      'menu.xlsx',
      await styledWorkbook([{ name: 'Lunch', xml }], [';;;', '@" (v)"']),
    )
    expect(groups[0]?.items).toMatchObject([{ name: 'Pie (v)', price: null }])
  })

  test('because the sheet shows no zeros', async () => {
    const columns = '<sheetViews><sheetView showZeros="0"/></sheetViews>'
    const xml = rowXml(['Item', 'Price', 'Tags']) + rowXml(['Pie', 0, 'x']) + rowXml(['Stew', 12])
    const { groups } = await convertMenu('menu.xlsx', await workbookOf([{ name: 'Lunch', columns, xml }]))
    expect(groups[0]?.items?.map(({ price }) => price)).toEqual([null, 12])
  })
})

describe('a number in the column of prices', () => {
  test.each([
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 0, null],
    ['_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)', 0, null],
    ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', 1234.5, 1234.5],
    ['#,##0.00\\ [$€-407]', 1234.5, 1234.5],
    ['[$$-409]#,##0.00', 1234.5, 1234.5],
    ['[$KWD]\\ 0.000', 1.25, 1.25],
  ])('%s of %d', async (format, value, price) => {
    const { item, lines } = await itemWith('Price', format, value)
    expect(item?.price).toBe(price)
    expect(lines).toEqual([])
  })

  test.each([
    ['0.00" per 100 g"', 7.5, '7.50 per 100 g'],
    ['0%', 0.1, '10%'],
    ['#,##0.00;(#,##0.00)', -5, '(5.00)'],
    ['0.00;[Red]0.00', -5, '-5'],
  ])('%s of %d is refused', async (format, value, shown) => {
    await expect(itemWith('Price', format, value)).rejects.toThrow(shown)
  })

  test('has the currency of its format', async () => {
    const xml = rowXml(['Item', 'Price']) + rowXml(['Tea', styled(2, 1)]) + rowXml(['Milk', styled(3, 2)])
    const prices = await styledWorkbook([{ name: 'Tea', xml }], ['"$"0.00', '0.00\\ "€"'])
    await expect(convert('menu.xlsx', prices)).rejects.toThrow('several currencies ($, EUR)')
  })
})

describe('formulas', () => {
  const menuWith = (price: string, calculation = '') =>
    workbookOf(
      [
        {
          name: 'Lunch',
          xml: rowXml(['Item', 'Price', 'Tags']) + rowXml(['Pie', 9, 'x']) + rowXml(['Stew', price, 'x']),
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
    ['a number', '<c><f>B2*3</f><v>12</v></c>', RECALCULATES, 12],
    ['an empty text', '<c t="str"><f>""</f><v></v></c>', '', null],
  ])('whose result is %s are read', async (_, cell, calculation, price) => {
    const { groups } = await convertMenu('menu.xlsx', await menuWith(cell, calculation))
    expect(groups[0]?.items?.[1]?.price).toBe(price)
  })
})

describe('formulas in CSV', () => {
  const itemsOf = async (...cells: string[]) => {
    const rows = cells.map((cell) => `"${cell.replaceAll('"', '""')}",8`)
    const menu = await convertMenu('menu.csv', `Item,Price\n${rows.join('\n')}`, { menuName: 'Lunch' })
    return menu.groups[0]?.items?.map(({ name }) => name)
  }

  test('that were saved instead of their results are refused', async () => {
    for (const formula of ['=B2*1.1', '=$B$2', '=HYPERLINK("x","Stew")', '=1+1', '=+A1', '=(1)', '="a"&"b"'])
      await expect(itemsOf('Soup', formula)).rejects.toThrow(
        `menu.csv: row 3, column Item: must have the result of its formula: ${HOW}, got`,
      )
  })

  test('are not texts that only begin with an equals sign', async () => {
    expect(await itemsOf('= New =', '=== Drinks', "'=1+1")).toEqual(['= New =', '=== Drinks', '=1+1'])
  })

  test.each(['#BEZUG!', '#NOM?', 'Err:502'])(
    'that failed in a spreadsheet of any language are errors: %s',
    async (error) => {
      await expect(itemsOf(error)).rejects.toThrow(
        `must not be the error of a formula: correct the formula, or type the value, got "${error}"`,
      )
      expect(await itemsOf(`'${error}`, `${error} soup`)).toEqual([error, `${error} soup`])
    },
  )
})
