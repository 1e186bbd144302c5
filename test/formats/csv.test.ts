import { describe, expect, test } from 'vitest'
import { readRows } from '../../src/formats/containers/read-rows.ts'
import { inputFile } from '../support/convert.ts'

const HEADING = 'item;price\n'

/** The rows of a CSV file, each as its number and its texts. */
async function rowsOf(content: string | Uint8Array) {
  const read: unknown[] = []
  for await (const { number, cells } of readRows(inputFile('menu.csv', content)))
    read.push([number, ...Array.from(cells.values(), ({ text }) => text)])
  return read
}

describe('CSV', () => {
  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('may have %s between its cells', async (_, delimiter) => {
    const lines = [
      ['item', 'price'],
      ['Soup', '8'],
    ]
    expect(await rowsOf(lines.map((line) => line.join(delimiter)).join('\n'))).toEqual([
      [1, 'item', 'price'],
      [2, 'Soup', '8'],
    ])
  })

  test('a delimiter in the quotes of a heading does not count', async () => {
    expect(await rowsOf('"a,b,c,d";e\n1;2')).toEqual([
      [1, 'a,b,c,d', 'e'],
      [2, '1', '2'],
    ])
  })

  test('a line above the headings has no say', async () => {
    expect(await rowsOf('Our menu\n\nitem;price\nSoup;8,50')).toEqual([
      [1, 'Our menu'],
      [3, 'item', 'price'],
      [4, 'Soup', '8,50'],
    ])
  })

  test.each([
    ['UTF-8 with a byte-order mark', Buffer.from('\ufeffitem;price\nÆble;8')],
    ['UTF-16 LE', Buffer.from('\ufeffitem;price\nÆble;8', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeffitem;price\nÆble;8', 'utf16le').swap16()],
  ])('may be %s', async (_, content) => {
    expect(await rowsOf(content)).toEqual([
      [1, 'item', 'price'],
      [2, 'Æble', '8'],
    ])
  })

  test('text that is not UTF-8 is rejected, and the message says what to do', async () => {
    await expect(rowsOf(Buffer.from('item;price\nCafé;8', 'latin1'))).rejects.toThrow(
      'menu.csv: must be a workbook without a password, or text in UTF-8: save it as XLSX, or as "CSV UTF-8"',
    )
  })

  test('rows are counted as in a spreadsheet: a cell with line breaks is one row, and empty rows count', async () => {
    expect(await rowsOf(`${HEADING}"Soup\r\nof the day";8\r\n\r\n;\r\nBread;1`)).toEqual([
      [1, 'item', 'price'],
      [2, 'Soup\r\nof the day', '8'],
      [5, 'Bread', '1'],
    ])
  })

  test('quotes within quotes, and spaces around them, are read', async () => {
    expect(await rowsOf(`${HEADING}"12"" pizza" ; "8"`)).toEqual([
      [1, 'item', 'price'],
      [2, '12" pizza', '8'],
    ])
  })

  test.each([
    ['in the middle of a cell', 'Soup;8\n12" pizza;9', 3, 'has a quote in the wrong place'],
    ['before more text', 'Soup;8\n"12"x;9', 3, 'has a quote in the wrong place'],
    [
      'that is not closed',
      'Soup;8\nBread;1\n"Pizza;9\nMore;1',
      4,
      'has a quote in the wrong place, or one that is not closed',
    ],
  ])('a quote %s is rejected with its row', async (_, rows, number, problem) => {
    await expect(rowsOf(HEADING + rows)).rejects.toThrow(`menu.csv: row ${number}: ${problem}`)
  })

  test('a lone quote does not read the rest of a large file as one cell', async () => {
    await expect(rowsOf(`${HEADING}"Soup;8\n${'Bread;1\n'.repeat(500_000)}`)).rejects.toThrow(
      'menu.csv: row 2: has more than 1 MiB, maybe because a quote is not closed',
    )
  })

  test('more text than fits into memory is refused', async () => {
    const row = `${'x'.repeat(1_000_000)}\n`
    await expect(rowsOf(`item\n${row.repeat(68)}`)).rejects.toThrow(
      'menu.csv: must not have more than 64 million characters in its cells',
    )
  })
})
