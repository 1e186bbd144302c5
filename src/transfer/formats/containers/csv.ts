import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isFormula, isFormulaError, unescapeFormulas, unquoteFormula } from '../../../lib/text/formulas.ts'
import { DocumentError } from '../../errors.ts'
import { encodingOf, type InputFile, readHead, readText } from '../input-file.ts'
import { cleanText } from '../mapping/text.ts'
import { type Cell, type Container, type Mark, NO_MARKS, type Row } from './container.ts'

/** A quote that is not closed would otherwise make one row of the rest of the file. */
const MAX_ROW_BYTES = 1024 * 1024
const DELIMITERS = [',', ';', '\t']

/** A comma of a sentence, or of a number: it is rather no delimiter. */
const COMMA_IN_TEXT = /,(?= )|(?<=\d),(?=\d)/g

const SAMPLE_LINES = 20
/** How often a line has each of the delimiters. */
type Counts = readonly number[]

/** Commas, semicolons or tabs separate its cells, whichever is the most frequent in the first line. */
export const csv: Container = {
  // Some programs give such text the name of an old workbook.
  extensions: ['csv', 'tsv', 'tab', 'xls'],
  matches: () => true,
  open: async (file, progress) => ({ hiddenSheets: 0, rows: readCsv(file, progress) }),
}

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
      const row = { sheet: undefined, number, isHidden: false, cells, marks: marksOf(record) }
      if (cells.size > 0) yield { ...row, width: record.length }
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

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `must not be larger than ${MAX_ROW_BYTES / 1024 / 1024} MB: a quote may not be closed`,
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed',
}
const QUOTE = 'has a quote in the wrong place: put the whole cell in quotes, and write each quote in it twice'

function describe({ name }: InputFile, { code, records }: CsvError): DocumentError {
  // `records` is the number of rows before this one.
  const row = typeof records === 'number' ? records + 1 : 1
  return new DocumentError(`${name}: row ${row}: ${PROBLEMS[code] ?? QUOTE}`)
}

function* textOf(file: InputFile, progress = { bytes: 0 }): Generator<string> {
  const problem = 'must be text in UTF-8: save it as "CSV UTF-8"'
  for (const { bytes, text } of readText(file, encodingOf(readHead(file, 2)), problem)) {
    progress.bytes += bytes.length
    yield text
  }
}

/** The most frequent one in the headings: the first line that has it no more often than the next. A title may be above. */
function detectDelimiter(file: InputFile): string {
  const [beginning = ''] = textOf(file)
  const all = countDelimiters(beginning)
  const strict = countDelimiters(beginning.replace(COMMA_IN_TEXT, ' '))
  const found =
    findInHeadings(strict, all) ??
    findInHeadings(all, all) ??
    mostFrequent(all.find((counts) => Math.max(...counts) > 0) ?? [0])
  return DELIMITERS[found] ?? ','
}

/** @returns the index of a delimiter */
function findInHeadings(lines: readonly Counts[], all: readonly Counts[]): number | undefined {
  for (const [index, counts] of lines.entries()) {
    const most = mostFrequent(counts)
    const count = counts[most] ?? 0
    if (count > 0 && (all[index + 1]?.[most] ?? 0) >= count) return most
  }
  return undefined
}

function mostFrequent(counts: Counts): number {
  return counts.indexOf(Math.max(...counts))
}

/** How often each delimiter is in each of the first lines that are not empty, but not within quotes. */
function countDelimiters(text: string): readonly Counts[] {
  const withoutTexts = text.trimStart().replace(/"[^"]*(?:"|$)/g, '"')
  const lines = withoutTexts.split(/[\r\n]+/).filter((line) => line !== '')
  return lines
    .slice(0, SAMPLE_LINES)
    .map((line) => DELIMITERS.map((delimiter) => line.split(delimiter).length - 1))
}
