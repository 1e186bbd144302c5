import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { convert } from '../support/convert.ts'
import { partsOf, relationship, relationships, zipOf } from '../support/workbook.ts'

/* Programs turn what looks like a date into one: a price of 8.50, or a size of 1/2. */

const FIXTURE = new URL('../fixtures/formats/dates-libreoffice.xlsx', import.meta.url)
const HOW = 'format the column as text, and type it again'
const HEADINGS =
  '<row><c t="inlineStr"><is><t>Item</t></is></c><c t="inlineStr"><is><t>Price</t></is></c></row>'

/**
 * A workbook whose only price has this format.
 * @param styles how many styles have the format
 */
function workbookWith(format: string, value: string, properties = '', styles = 1): Promise<Buffer> {
  const [id, code] = /^\d+$/.test(format) ? [format, ''] : ['164', format.replaceAll('"', '&quot;')]
  const numFmts = code === '' ? '' : `<numFmts><numFmt numFmtId="${id}" formatCode="${code}"/></numFmts>`
  const xml = `${HEADINGS}<row><c t="inlineStr"><is><t>Soup</t></is></c><c s="1"><v>${value}</v></c></row>`
  const parts = partsOf([{ name: 'Menu', xml }])
  const workbook = parts['xl/workbook.xml']?.replace('<sheets>', `${properties}<sheets>`) ?? ''
  return zipOf({
    ...parts,
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': relationships(
      relationship('s1', 'worksheet', 'worksheets/sheet1.xml'),
      relationship('styles', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet>${numFmts}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${`<xf numFmtId="${id}"/>`.repeat(styles)}</cellXfs></styleSheet>`,
  })
}

const convertMenu = (content: Uint8Array) => convert('menu.xlsx', content, { menuName: 'Menu' })

test('dates and times in a workbook that LibreOffice wrote are refused, each with its cell', async () => {
  await expect(convertMenu(readFileSync(FIXTURE))).rejects.toThrow(
    [
      `menu.xlsx: sheet dates, row 2, column Size: must not be a date or a time: ${HOW}`,
      `menu.xlsx: sheet dates, row 3, column Price: must not be a date or a time: ${HOW}`,
      `menu.xlsx: sheet dates, row 4, column Calories: must not be a date or a time: ${HOW}`,
    ].join('\n'),
  )
})

describe('as Excel writes it, a number is', () => {
  test.each([
    ['a date that was typed as 1/2', '16', '46024'],
    ['a short date', '14', '45935'],
    ['a time', '20', '0.5'],
    ['a date of another language', '[$-407]d. mmm. yyyy;@', '45935'],
    ['an elapsed time', '[h]:mm', '1.25'],
  ])('%s, and refused', async (_, format, value) => {
    await expect(convertMenu(await workbookWith(format, value))).rejects.toThrow(
      `menu.xlsx: sheet Menu, row 2, column Price: must not be a date or a time: ${HOW}`,
    )
  })

  test.each([
    ['an amount of money', '44'],
    ['euros', '#,##0.00\\ "€";[Red]\\-#,##0.00\\ "€"'],
    ['a number in colour', '[Magenta]0.00'],
    ['a number with a space as wide as a letter', '_d0.00_s'],
  ])('%s, and a price', async (_, format) => {
    const { menus } = await convertMenu(await workbookWith(format, '8.5'))
    expect(menus[0]?.groups?.[0]?.items?.[0]?.price).toBe(8.5)
  })
})

describe('a number format', () => {
  const priceWith = async (format: string, styles = 1) => {
    const { menus } = await convertMenu(await workbookWith(format, '8.5', '', styles))
    return menus[0]?.groups?.[0]?.items?.[0]?.price
  }

  test('of 255 characters is read, and a longer one is refused, however long it is', async () => {
    const literal = (length: number) => `0.0"${' '.repeat(length - 5)}"`
    expect(await priceWith(literal(255))).toBe(8.5)
    for (const code of [literal(256), '['.repeat(200_000)])
      await expect(priceWith(code)).rejects.toThrow('menu.xlsx: must not have more than 255 characters in')
  })

  test('is read once, however many styles have it', async () => {
    const durations = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY }
    const codes = { short: '0.0', long: `0${'["'.repeat(127)}` }
    for (let run = 0; run < 3; run++)
      for (const length of ['short', 'long'] as const) {
        const startedAtMs = performance.now()
        expect(await priceWith(codes[length], 200_000)).toBe(8.5)
        durations[length] = Math.min(durations[length], performance.now() - startedAtMs)
      }
    expect(durations.long / durations.short).toBeLessThan(3)
  })
})
