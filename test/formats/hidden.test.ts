import { describe, expect, test } from 'vitest'
import { convert, convertMenu } from '../support/convert.ts'
import { rowXml, styled, styledWorkbook, type TestSheet, workbookOf } from '../support/workbook.ts'

/* What a workbook hides or strikes out is not on the menu, and an import says so. */

const HEADINGS = ['Category', 'Item', 'Price']
const STRUCK = 1

const sheetOf = (rows: readonly string[], more: Partial<TestSheet> = {}): TestSheet => ({
  name: 'Lunch',
  xml: [rowXml(HEADINGS), ...rows].join(''),
  ...more,
})

async function read(content: Uint8Array, withHidden?: boolean) {
  const { menus, lines, hasLosses } = await convert('menu.xlsx', content, withHidden ? { withHidden } : {})
  const items = menus[0]?.groups?.flatMap((group) => group.items ?? []) ?? []
  return { items: items.map(({ name, price }) => [name, price]), lines, hasLosses }
}

describe('hidden rows', () => {
  test.each([
    ['of Excel', 'hidden="1"'],
    ['of LibreOffice', 'hidden="true"'],
    ['without a height', 'ht="0" customHeight="1"'],
  ])('%s are left out, and named', async (_, attributes) => {
    const rows = [
      rowXml(['Mains', 'Asparagus', 16], attributes),
      rowXml(['Mains', 'Stew', 12], 'hidden="0"'),
      rowXml(['Mains', 'Goose', 24], attributes),
    ]
    const content = await workbookOf([sheetOf(rows)])
    expect(await read(content)).toEqual({
      items: [['Stew', 12]],
      lines: [
        '2 rows are left out, because they are hidden (--with-hidden reads them): row 2 of Lunch, row 4 of Lunch.',
      ],
      hasLosses: true,
    })
    expect(await read(content, true)).toMatchObject({ items: { length: 3 }, lines: [], hasLosses: false })
  })
})

describe('hidden columns', () => {
  const prices = (columns: string) =>
    workbookOf([
      {
        name: 'Lunch',
        columns: `<cols><col min="1" max="2" width="9"/>${columns}</cols>`,
        xml:
          rowXml(['Category', 'Item', 'Price Staff', 'Notes', 'Price']) +
          rowXml(['Mains', 'Stew', 6, 'x', 12]),
      },
    ])

  test.each([
    ['of Excel', '<col min="3" max="4" hidden="1"/>'],
    ['of LibreOffice', '<col min="3" max="4" hidden="true"/>'],
    ['without a width', '<col min="3" max="4" width="0"/>'],
  ])('%s are left out, and named', async (_, columns) => {
    expect(await read(await prices(columns))).toEqual({
      items: [['Stew', 12]],
      lines: [
        '2 columns are left out, because they are hidden (--with-hidden reads them): Price Staff, Notes.',
      ],
      hasLosses: true,
    })
  })

  test('are read if --column names them', async () => {
    const content = await prices('<col min="3" max="3" hidden="1"/>')
    const { groups } = await convertMenu('menu.xlsx', content, {
      column: new Map([['price', 'Price Staff']]),
    })
    expect(groups[0]?.items).toMatchObject([{ name: 'Stew', price: 6 }])
  })

  test('with ids are read, because an import finds everything by them', async () => {
    const content = await workbookOf([
      {
        name: 'Lunch',
        columns: '<cols><col min="3" max="16384" hidden="1"/></cols>',
        xml: rowXml(['Category', 'Item', 'id', 'Menu ID']) + rowXml(['Mains', 'Stew', 'stew', 'lunch']),
      },
    ])
    const { menus, lines } = await convert('menu.xlsx', content)
    expect(menus).toMatchObject([{ id: 'lunch', groups: [{ items: [{ id: 'stew' }] }] }])
    expect(lines).toEqual([])
  })

  test('without a heading are named by their letters', async () => {
    const content = await workbookOf([
      {
        name: 'Lunch',
        columns: '<cols><col min="4" max="4" hidden="1"/></cols>',
        xml: rowXml(HEADINGS) + rowXml(['Mains', 'Stew', 12, 6]),
      },
    ])
    expect((await read(content)).lines).toEqual([
      '1 column is left out, because it is hidden (--with-hidden reads it): column D.',
    ])
  })
})

test('hidden sheets are read with --with-hidden', async () => {
  const content = await workbookOf([
    sheetOf([rowXml(['Mains', 'Stew', 12])]),
    { ...sheetOf([rowXml(['Mains', 'Goose', 24])]), name: 'November', state: 'hidden' },
  ])
  expect((await convert('menu.xlsx', content)).lines).toEqual(['1 sheet is left out, because it is hidden.'])
  const { menus, lines } = await convert('menu.xlsx', content, { withHidden: true })
  expect(menus).toMatchObject([{ name: 'Lunch' }, { name: 'November' }])
  expect(lines).toEqual([])
})

describe('what is struck out', () => {
  const struck = (text: string) => `<c t="inlineStr"><is><r><rPr><strike/></rPr><t>${text}</t></r></is></c>`

  test('as a whole row is left out, and named', async () => {
    const rows = [
      rowXml(['Mains', 'Stew', 12]),
      rowXml([styled('Mains', STRUCK), styled('Goose', STRUCK), styled(24, STRUCK)]),
      rowXml([struck('Mains'), struck('Duck'), styled(22, STRUCK)]),
    ]
    const content = await styledWorkbook([sheetOf(rows)])
    expect(await read(content)).toEqual({
      items: [['Stew', 12]],
      lines: [
        '2 rows are left out, because they are struck out (--with-hidden reads them): row 3 of Lunch, row 4 of Lunch.',
      ],
      hasLosses: true,
    })
    expect(await read(content, true)).toMatchObject({ items: { length: 3 }, lines: [] })
  })

  test('below a category that is merged over other rows, too', async () => {
    const rows = [rowXml(['Mains', 'Stew', 12]), rowXml([null, styled('Goose', STRUCK), styled(24, STRUCK)])]
    const content = await styledWorkbook([sheetOf(rows, { merged: ['A2:A3'] })])
    expect((await read(content)).items).toEqual([['Stew', 12]])
  })

  test('in part is refused, each cell with what to do', async () => {
    const rows = [
      rowXml(['Mains', 'Stew', styled(12, STRUCK)]),
      rowXml([
        'Mains',
        '<c t="inlineStr"><is><r><rPr><strike val="true"/></rPr><t>Goose</t></r><r><t xml:space="preserve"> Duck</t></r></is></c>',
        24,
      ]),
    ]
    await expect(read(await styledWorkbook([sheetOf(rows)]))).rejects.toThrow(
      [
        'menu.xlsx: sheet Lunch, row 2, column Price: must not be struck out in a row that is not, got "12": delete what is no longer true, or take the line through it away',
        'menu.xlsx: sheet Lunch, row 3, column Item: must not be struck out in part, got "Goose Duck": delete what is no longer true, or take the line through it away',
      ].join('\n'),
    )
  })

  test('in a column that is not read does not matter', async () => {
    const xml = rowXml([...HEADINGS, 'Notes']) + rowXml(['Mains', 'Stew', 12, styled('new', STRUCK)])
    const content = await styledWorkbook([{ name: 'Lunch', xml }])
    expect((await read(content)).items).toEqual([['Stew', 12]])
  })

  test('as a heading leaves the column out', async () => {
    const xml =
      rowXml(['Category', 'Item', styled('Price Lunch', STRUCK), 'Price']) + rowXml(['Mains', 'Stew', 9, 12])
    expect(await read(await styledWorkbook([{ name: 'Lunch', xml }]))).toMatchObject({
      items: [['Stew', 12]],
      lines: [
        '1 column is left out, because its heading is struck out (--with-hidden reads it): Price Lunch.',
      ],
    })
  })
})

test("in Square's item library the same is left out", async () => {
  const content = await workbookOf([
    {
      name: 'Items',
      columns: '<cols><col min="1" max="1" hidden="1"/></cols>',
      xml:
        rowXml(['Token', 'Item Name', 'Variation Name', 'Price']) +
        rowXml(['T1', 'Stew', 'Regular', 12]) +
        rowXml(['T2', 'Goose', 'Regular', 24], 'hidden="1"'),
    },
  ])
  const { menus, lines } = await convert('items.xlsx', content, { menuName: 'Lunch' })
  expect(menus[0]?.groups?.[0]?.items).toMatchObject([{ id: 'square-items:T1', name: 'Stew' }])
  expect(lines).toEqual(['1 row is left out, because it is hidden (--with-hidden reads it): row 3 of Items.'])
})
