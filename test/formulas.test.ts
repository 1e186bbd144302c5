import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows } from '../src/formats/containers/read-rows.ts'
import { EXPORTED_HEADINGS } from '../src/formats/table/menu-columns.ts'
import { writeCsv } from '../src/formats/table-export/write-csv.ts'
import { csvCell } from '../src/pages/fleet/csv-cell.ts'
import { inputFile } from './support/convert.ts'

/* What OWASP calls CSV injection: https://owasp.org/www-community/attacks/CSV_Injection */

const COLUMNS = EXPORTED_HEADINGS.map((heading) => ({ heading, width: 10 }))
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const SEPARATORS = [';', '\t', '\r', '\n', '\r\n']

/** Both kinds of CSV: the fleet's, which a browser writes, and tables with menus. */
const WRITERS = {
  fleet: async (texts: readonly string[]) => {
    const cells = EXPORTED_HEADINGS.map((_, column) => csvCell(texts[column] ?? ''))
    return `${EXPORTED_HEADINGS.join(',')}\r\n${cells.join(',')}\r\n`
  },
  table: async (texts: readonly string[]) => {
    const row = Object.fromEntries(EXPORTED_HEADINGS.map((heading, column) => [heading, texts[column] ?? '']))
    const rows = async function* () {
      yield [row]
    }
    let csv = ''
    for await (const part of writeCsv(COLUMNS, [{ name: 'Menu', rows }])) csv += part
    return csv
  },
}
const writers = Object.entries(WRITERS)

const texts = fc.array(
  fc
    .array(fc.constantFrom(...SIGNS, ...SEPARATORS, ...`"', a1`, '\u00a0', '\u3000', '#REF!'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
  { minLength: 1, maxLength: 3 },
)

/** All cells that spreadsheets set to other languages, or told to split at something else, may see in CSV. */
function cellsSeenIn(csv: string): readonly string[] {
  const options = { relax_quotes: true, relax_column_count: true, bom: true }
  const records = [',', ';', '\t'].flatMap((delimiter) => tryParse(csv, { ...options, delimiter }))
  return [...records.flat(), ...csv.split(/[;\t\r\n]/)]
}

function tryParse(csv: string, options: object): readonly (readonly string[])[] {
  try {
    return parse(csv, options)
  } catch {
    // Quotes that are never closed: such a file is refused.
    return []
  }
}

const isRun = (cell: string) => SIGNS.includes(cell.replace(/^[\s"]+/, '').charAt(0))

describe.each(writers)('in CSV of the kind %s', (_, write) => {
  test.each([
    ["it's", "it's"],
    ['Fish & chips; hot', '"?Fish & chips; hot"?'],
    ['Burger, -20 %', '"Burger, -20 %"'],
    ['7; 8', '"?7; 8"?'],
  ])('what is no formula has no apostrophe: %s', async (text, cell) => {
    expect(await write(['', text])).toMatch(new RegExp(`^"?,${cell},`, 'm'))
  })

  test('no program runs any text as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        expect(cellsSeenIn(await write(some)).filter(isRun)).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('every text is the same after an import', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const file = inputFile('table.csv', await write(some))
        const read: string[][] = []
        for await (const { cells } of readRows(file))
          read.push(some.map((_, column) => (cells.get(column)?.text ?? '').trim()))
        expect(read.slice(1)).toEqual(
          some.some((text) => text.trim() !== '') ? [some.map((text) => text.trim())] : [],
        )
      }),
      { numRuns: 500 },
    )
  })

  test('a text of a megabyte is written in the time of a megabyte', async () => {
    for (const part of ["'", ' ', ';', '\t', "\n'", '"', ';"'])
      expect((await write([part.repeat(1_000_000)])).length).toBeGreaterThan(1_000_000)
  })
})
