import { describe, expect, test } from 'vitest'
import { readRows } from '../../src/formats/containers/read-rows.ts'
import { convert, inputFile } from '../support/convert.ts'
import {
  partsOf,
  relationship,
  relationships,
  type TestSheet,
  workbookOf,
  zipOf,
} from '../support/workbook.ts'

/** The rows of a workbook, each as its sheet, its number and its cells by their columns. */
async function rowsOf(content: Uint8Array) {
  const read: unknown[] = []
  for await (const { sheet, number, cells } of readRows(inputFile('menu.xlsx', content)))
    read.push([sheet, number, Object.fromEntries(Array.from(cells, ([column, { text }]) => [column, text]))])
  return read
}

/** The rows of the only sheet, without its name. */
async function rowsOfXml(xml: string, parts: Record<string, string> = {}) {
  const rows = await rowsOf(await workbookOf([{ name: 'S', xml }], parts))
  return rows.map((row) => (Array.isArray(row) ? row.slice(1) : row))
}

const DAMAGED = 'menu.xlsx: is damaged, or not a workbook: save it again as XLSX or CSV'
const ONE: TestSheet = { name: 'One', rows: [['a']] }

describe('XLSX', () => {
  test('sheets are in the order of the workbook, and hidden ones are known', async () => {
    const content = await workbookOf([
      { name: 'Lunch & more', rows: [['a']] },
      { name: 'Hidden', rows: [['b']], state: 'hidden' },
      { name: 'Very hidden', rows: [['c']], state: 'veryHidden' },
      { name: 'Dinner', rows: [['d']] },
    ])
    const sheets: unknown[] = []
    for await (const { sheet, isOfHiddenSheet } of readRows(inputFile('menu.xlsx', content)))
      sheets.push(`${sheet}: ${isOfHiddenSheet}`)
    expect(sheets).toEqual(['Lunch & more: false', 'Hidden: true', 'Very hidden: true', 'Dinner: false'])
  })

  test('shared texts join the runs of a formatted text, and leave out how it is pronounced', async () => {
    const strings =
      '<sst><si><t>Plain</t></si><si><r><t>Sal</t></r><r><rPr/><t>ad</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>'
    const xml = '<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c></row>'
    const rows = await rowsOfXml(xml, { 'xl/sharedStrings.xml': strings })
    expect(rows).toEqual([[1, { 0: 'Salad', 1: 'Plain' }]])
  })

  test('cells of every type are read', async () => {
    const cells = [
      '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
      '<c t="str"><f>A1</f><v>formula</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="e"><v>#N/A</v></c>',
      '<c><v>4.3499999999999996</v></c>',
      '<c t="n"><f>1+1</f><v>2</v></c>',
      '<c t="str"><v>a_x000A_b</v></c>',
      '<c t="str"><v>&lt;&amp;&#65;<![CDATA[<x>]]></v></c>',
    ]
    expect(await rowsOfXml(`<row>${cells.join('')}</row>`)).toEqual([
      [1, { 0: 'inline', 1: 'formula', 2: 'true', 3: '#N/A', 4: '4.35', 5: '2', 6: 'a\nb', 7: '<&A<x>' }],
    ])
  })

  test('rows keep their real numbers, and cells their columns, with and without references', async () => {
    const xml =
      '<row><c><v>1</v></c></row><row r="5"><c r="C5"><v>2</v></c><c><v>3</v></c><c r="AB5"><v>4</v></c></row><row/><row><c><v>5</v></c></row>'
    expect(await rowsOfXml(xml)).toEqual([
      [1, { 0: '1' }],
      [5, { 2: '2', 3: '3', 27: '4' }],
      [7, { 0: '5' }],
    ])
  })

  test.each([
    ['relative', 'worksheets/sheet1.xml'],
    ['absolute', '/xl/worksheets/sheet1.xml'],
  ])('targets of relationships may be %s', async (_, target) => {
    const rels = relationships(relationship('s1', 'worksheet', target))
    expect(await rowsOf(await workbookOf([ONE], { 'xl/_rels/workbook.xml.rels': rels }))).toHaveLength(1)
  })

  test('elements may have a namespace prefix, and sheets may be anywhere', async () => {
    const content = await zipOf({
      'xl/workbook.xml':
        '<x:workbook xmlns:x="x" xmlns:rel="r"><x:sheets><x:sheet name="One" rel:id="s"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels': relationships(relationship('s', 'worksheet', '../one.xml')),
      'one.xml':
        '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect(await rowsOf(content)).toEqual([['One', 1, { 0: 'a' }]])
  })
})

describe('workbooks that cannot be read', () => {
  test.each([
    ['cut off', (content: Buffer) => content.subarray(0, content.length / 2)],
    ['overwritten', (content: Buffer) => Buffer.from(content).fill(0xff, 40, 400)],
    ['nothing but its first bytes', (content: Buffer) => content.subarray(0, 4)],
  ])('a workbook that is %s is rejected', async (_, damage) => {
    const content = await workbookOf([{ name: 'One', rows: [['item', 'group']] }])
    await expect(convert('menu.xlsx', damage(content))).rejects.toThrow(DAMAGED)
  })

  test('XML that ends in the middle is rejected', async () => {
    const parts = { ...partsOf([ONE]), 'xl/worksheets/sheet1.xml': '<worksheet><row><c>' }
    await expect(rowsOf(await zipOf(parts))).rejects.toThrow(DAMAGED)
  })
})

describe('hostile workbooks', () => {
  test('all columns named a million times, and very many merged cells, take no long time', async () => {
    const columns = `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(200_000)}</cols>`
    const xml = `<row>${'<c><v>1</v></c>'.repeat(10_000)}</row>`
    const merged = Array.from({ length: 50_000 }, (_, n) => `A${n * 2 + 10}:A${n * 2 + 11}`)
    expect(await rowsOf(await workbookOf([{ name: 'S', columns, xml, merged }]))).toHaveLength(1)
    const many = Array.from({ length: 100_001 }, (_, n) => `A${n * 2 + 1}:A${n * 2 + 2}`)
    await expect(rowsOf(await workbookOf([{ name: 'S', xml, merged: many }]))).rejects.toThrow(
      'menu.xlsx: must not have more than 100,000 merged cells in a sheet',
    )
  })

  test('a part whose checksum is wrong is rejected', async () => {
    const content = await workbookOf([ONE])
    const CENTRAL_ENTRY = Buffer.from('PK\u0001\u0002')
    for (let at = content.indexOf(CENTRAL_ENTRY); at >= 0; at = content.indexOf(CENTRAL_ENTRY, at + 1))
      content[at + 16] = (content[at + 16] ?? 0) ^ 1
    await expect(rowsOf(content)).rejects.toThrow(DAMAGED)
  })

  test('a part that inflates to a multiple of its size is rejected', async () => {
    const bomb = `<worksheet>${'<a></a>'.repeat(4 * 1024 * 1024)}</worksheet>`
    const content = await zipOf({ ...partsOf([ONE]), 'xl/worksheets/sheet1.xml': bomb })
    expect(content.length).toBeLessThan(100 * 1024)
    await expect(rowsOf(content)).rejects.toThrow('must not be larger than 256 MiB when it is unpacked')
  })

  test('entities are not expanded, because a document type is rejected', async () => {
    const bomb =
      '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>'
    const content = await zipOf({ ...partsOf([ONE]), 'xl/worksheets/sheet1.xml': bomb })
    await expect(rowsOf(content)).rejects.toThrow(DAMAGED)
  })

  test('a row of 16,384 columns is read, and the last cell of the largest sheet', async () => {
    expect(await rowsOfXml(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`)).toHaveLength(1)
    expect(await rowsOfXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')).toEqual([
      [1_048_576, { 16383: '1' }],
    ])
  })

  test.each([
    ['a row', '<row r="1048577"><c><v>1</v></c></row>'],
    ['a row', '<row r="0"><c><v>1</v></c></row>'],
    ['an entity', '<row><c t="str"><v>&x;</v></c></row>'],
    ['a row', `<row>${'<c><v>1</v></c>'.repeat(16_385)}</row>`],
    ['a column', '<row><c r="XFE1"><v>1</v></c></row>'],
    ['a shared text', '<row><c t="s"><v>7</v></c></row>'],
    ['a number', '<row><c><v>1e999</v></c></row>'],
  ])('%s that cannot be is rejected', async (_, xml) => {
    await expect(rowsOfXml(xml)).rejects.toThrow(DAMAGED)
  })

  test('a long text that many cells refer to is rejected before it fills the memory', async () => {
    const strings = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const xml = '<row><c t="s"><v>0</v></c></row>'.repeat(50_000)
    await expect(rowsOfXml(xml, { 'xl/sharedStrings.xml': strings })).rejects.toThrow(
      'must not have more than 64 million characters in its cells',
    )
  })

  test('a text that is longer than a cell can be is rejected', async () => {
    const TOO_LONG = 'menu.xlsx: must not have more than 32,767 characters in a cell'
    const text = 'x'.repeat(40_000)
    await expect(rowsOfXml(' '.repeat(2 * 1024 * 1024))).rejects.toThrow('characters in one text')
    await expect(rowsOfXml(`<row><c t="str"><v>${text}</v></c></row>`)).rejects.toThrow(TOO_LONG)
    const strings = { 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` }
    await expect(rowsOfXml('<row><c t="s"><v>0</v></c></row>', strings)).rejects.toThrow(TOO_LONG)
  })

  test('a million short rows are read', async () => {
    const rows = Array.from({ length: 1_000_000 }, (_, n) => `<row><c><v>${n}</v></c></row>`)
    const file = inputFile('menu.xlsx', await workbookOf([{ name: 'S', xml: rows.join('') }]))
    let count = 0
    for await (const { number, cells } of readRows(file)) {
      if (number !== count + 1 || cells.get(0)?.text !== String(count))
        expect.fail(`row ${number} has ${cells.get(0)?.text}`)
      count++
    }
    expect(count).toBe(1_000_000)
  })
})
