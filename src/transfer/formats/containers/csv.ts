import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isFormula, isFormulaError, unescapeFormulas, unquoteFormula } from '../../../lib/text/formulas.ts'
import { DocumentError } from '../../errors.ts'
import { encodingOf, type InputFile, readHead, readText } from '../input-file.ts'
import { cleanText } from '../mapping/text.ts'
import { type Cell, type Container, type Mark, NO_MARKS, NOTHING_MERGED, type Row } from './container.ts'

/** A quote that is not closed would otherwise make one row of the rest of the file. */
const MAX_ROW_BYTES = 1024 * 1024
const DELIMITERS = [',', ';', '\t']

/** Commas, semicolons or tabs separate its cells, whichever is the most frequent in the first line. */
export const csv: Container = {
  // Some programs give such text the name of an old workbook.
  extensions: ['csv', 'tsv', 'tab', 'xls'],
  matches: () => true,
  open: async (file, progress) => ({ hiddenSheets: 0, rows: readCsv(file, progress) }),
}

const PLAIN = { sheet: undefined, isHidden: false, merged: NOTHING_MERGED }

/** @throws {DocumentError} if it is not text, or if its quotes are wrong */
async function* readCsv(file: InputFile, progress: { bytes: number }): AsyncGenerator<Row> {
  let number = 0
  try {
    const parser = parse({
      delimiter: detectDelimiter(file),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MAX_ROW_BYTES,
      trim: true,
    })
    const records: AsyncIterable<string[]> = pipeline(textOf(file, progress), parser, () => {})
    for await (const record of records) {
      number += 1
      const cells = toCells(record)
      if (cells.size > 0) yield { ...PLAIN, number, cells, marks: marksOf(record) }
    }
  } catch (error) {
    throw error instanceof CsvError ? describe(file, error) : error
  }
}

function toCells(record: readonly string[]): ReadonlyMap<number, Cell> {
  const cells = new Map<number, Cell>()
  for (const [column, written] of record.entries()) {
    const text = unescapeFormulas(unquoteFormula(written))
    if (cleanText(text) !== '') cells.set(column, text)
  }
  return cells
}

function marksOf(record: readonly string[]): Row['marks'] {
  const marks = [...record.entries()].flatMap(([column, text]) => {
    const mark = isFormulaError(text) ? IS_ERROR : isFormula(text) ? LACKS_RESULT : undefined
    return mark === undefined ? [] : [[column, mark] as const]
  })
  return marks.length === 0 ? NO_MARKS : new Map(marks)
}

const IS_ERROR: Mark = { isError: true }
const LACKS_RESULT: Mark = { lacksResult: true }

function describe({ name }: InputFile, { code, records }: CsvError): DocumentError {
  const problem =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `must not be larger than ${MAX_ROW_BYTES / 1024 / 1024} MB: a quote may not be closed`
      : code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'has a quote that is not closed'
        : 'has a quote in the wrong place: put the whole cell in quotes, and write each quote in it twice'
  // `records` is the number of rows before this one.
  const row = typeof records === 'number' ? records + 1 : 1
  return new DocumentError(`${name}: row ${row}: ${problem}`)
}

function* textOf(file: InputFile, progress = { bytes: 0 }): Generator<string> {
  const problem = 'must be text in UTF-8: save it as "CSV UTF-8"'
  for (const { bytes, text } of readText(file, encodingOf(readHead(file, 2)), problem)) {
    progress.bytes += bytes.length
    yield text
  }
}

/** The most frequent one in the first line that has any: a title may be above the headings. */
function detectDelimiter(file: InputFile): string {
  const [beginning = ''] = textOf(file)
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  let isFound = false
  for (const character of beginning.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (isFound && (character === '\n' || character === '\r')) break
    else if (counts.has(character)) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
      isFound = true
    }
  }
  const [[delimiter] = [','] as const] = [...counts].sort(([, a], [, b]) => b - a)
  return delimiter
}
