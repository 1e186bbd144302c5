import { visit } from 'jsonc-parser'
import { encodingOf, type InputFile, readHead } from '../documents/input-file.ts'
import { countValues } from '../lib/json/count-values.ts'
import { firstRows, isWorkbookFile } from './containers/read-rows.ts'
import { MAX_ROWS_ABOVE } from './sheets/read-headings.ts'

const SAMPLE_BYTES = 256 * 1024

/** The beginning of a file, from which its format is found. */
export interface Sample {
  /** The file's extension in lower case, such as `csv`; empty if it has none. */
  readonly extension: string
  /** A file of no other kind counts as text. */
  readonly kind: 'json' | 'xml' | 'html' | 'workbook' | 'text'
  /** The text; empty for other kinds. */
  readonly text: string
  /** For a JSON object: the names of its fields. */
  readonly fields: ReadonlySet<string>
  /** For text and workbooks: the texts in the first rows, if it is a table. */
  readonly rows: readonly (readonly string[])[]
}

export async function readSample(file: InputFile): Promise<Sample> {
  const head = readHead(file, SAMPLE_BYTES)
  const text = decodeBeginning(head)
  // JSON with bytes that are not text counts as JSON, so that the error has their position.
  const kind = isWorkbookFile(file) ? 'workbook' : kindOf(text ?? head.toString('latin1'))
  return {
    extension: /\.([^./\\]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '',
    kind,
    text: text ?? '',
    fields: new Set(kind === 'json' ? fieldsIn(text ?? '', head) : []),
    rows: kind === 'text' || kind === 'workbook' ? await firstRows(file, MAX_ROWS_ABOVE + 1) : [],
  }
}

/** The end may be in the middle of a character. */
function decodeBeginning(head: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(head), { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

function kindOf(text: string): Sample['kind'] {
  const start = text.trimStart()
  if (/^(?:\[|\{(?!\\))/.test(start)) return 'json'
  if (/^<!doctype html|^<(html|head|body|script)\b/i.test(start)) return 'html'
  const hasScript = /<script\b/i.test(start)
  if (start.startsWith('<')) return hasScript ? 'html' : 'xml'
  return hasScript && /application\/ld\+json/i.test(start) ? 'html' : 'text'
}

/** The names of the fields of an object; none for an array. The format of the file reports errors in its JSON. */
function fieldsIn(text: string, head: Buffer): string[] {
  const names: string[] = []
  // What nests too deep is refused later, and would overflow the stack here.
  if (countValues(head) === 'too deep') return names
  visit(text, {
    onObjectProperty: (name, _offset, _length, _line, _column, path) => {
      if (path().length === 0) names.push(name)
    },
  })
  return names
}
