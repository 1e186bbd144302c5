import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { ImportError } from '../../documents/import-error.ts'
import { encodingOf, type InputFile, readHead, readText } from '../../documents/input-file.ts'
import { MEBIBYTE } from '../../lib/bytes.ts'
import { isFormula, isFormulaError, unescapeFormulas } from '../../lib/text/formulas.ts'
import { cleanText } from '../shared/clean-text.ts'
import { FORMULA_PROBLEM, NO_RESULT_PROBLEM } from './cell-problems.ts'
import type { Cell, Row } from './row.ts'

/** Without a limit, a quote that is not closed would make one row of the rest of the file. */
const MAX_ROW_BYTES = MEBIBYTE
/** Commas come last, because they are also in sentences and prices. */
const DELIMITERS = ['\t', ';', ',']
const SAMPLE_LINES = 20

/**
 * Reads the rows of CSV. Tabs, semicolons or commas separate its cells.
 * @throws {ImportError} if it is not text, or if its quotes are wrong
 */
export async function* readCsv(file: InputFile): AsyncGenerator<Row> {
  let number = 0
  try {
    const parser = parse({
      delimiter: detectDelimiter(file),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MAX_ROW_BYTES,
      trim: true,
    })
    const records: AsyncIterable<string[]> = pipeline(decodedText(file), parser, () => {})
    for await (const record of records) {
      number += 1
      const cells = toCells(record)
      if (cells.size > 0) yield { sheet: undefined, number, cells, width: record.length }
    }
  } catch (error) {
    throw error instanceof CsvError ? rowError(file, error) : error
  }
}

function toCells(record: readonly string[]): ReadonlyMap<number, Cell> {
  const cells = new Map<number, Cell>()
  for (const [column, written] of record.entries()) {
    const text = unescapeFormulas(written)
    if (cleanText(text) !== '') cells.set(column, { text, problem: textProblem(written) })
  }
  return cells
}

function textProblem(written: string): string | undefined {
  if (isFormulaError(written)) return FORMULA_PROBLEM
  return isFormula(written) ? NO_RESULT_PROBLEM : undefined
}

const QUOTE =
  'has a quote in the wrong place, or one that is not closed: put the whole cell in quotes, and write each quote in it twice'

const LONG_ROW = 'has more than 1 MiB, maybe because a quote is not closed: shorten it, or close the quote'

function rowError({ name }: InputFile, { records, code }: CsvError): ImportError {
  // `records` is the number of rows before this one.
  const row = typeof records === 'number' ? records + 1 : 1
  return new ImportError(`${name}: row ${row}: ${code === 'CSV_MAX_RECORD_SIZE' ? LONG_ROW : QUOTE}`)
}

/** For a file that is neither text nor a workbook: it may be an old workbook, or one with a password. */
const NO_TABLE = 'must be a workbook without a password, or text in UTF-8: save it as XLSX, or as "CSV UTF-8"'

function* decodedText(file: InputFile): Generator<string> {
  for (const { text } of readText(file, encodingOf(readHead(file, 2)), NO_TABLE)) yield text
}

/** Finds the delimiter: the one that most of the first lines have outside of quotes. */
function detectDelimiter(file: InputFile): string {
  const [beginning = ''] = decodedText(file)
  const lines = beginning
    .replace(/"[^"]*(?:"|$)/g, '')
    .split(/[\r\n]+/)
    .slice(0, SAMPLE_LINES)
  const counts = DELIMITERS.map((delimiter) => lines.filter((line) => line.includes(delimiter)).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
