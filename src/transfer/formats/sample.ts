import { scanJson } from '../../lib/json/scan-json.ts'
import { firstRows, isWorkbook } from './containers/containers.ts'
import { repairJson } from './containers/repaired-json.ts'
import { encodingOf, type InputFile, readHead } from './input-file.ts'

const SAMPLE_BYTES = 256 * 1024
/** A table may have a few lines above its headings. */
const SAMPLE_ROWS = 7
/** How deep the paths in a sample of JSON are. */
const PATH_DEPTH = 5

/** The beginning of a file, by which its format is told. */
export interface Sample {
  /** The file's extension in lower case, such as `csv`; empty if it has none. */
  readonly extension: string
  readonly kind: 'json' | 'xml' | 'html' | 'workbook' | 'text' | 'binary'
  /** For JSON: whether it is an array. */
  readonly isArray: boolean
  /** The text; empty for other kinds. */
  readonly text: string
  /**
   * For JSON: the paths of its fields, such as `menus[].id`, down to a few levels. An element of an array is `[]`, and a
   * field at the top also counts as `*`, so that a map of objects can be told by their fields.
   */
  readonly paths: ReadonlySet<string>
  /** For text and workbooks: the texts in the first rows, if it is a table. */
  readonly rows: readonly (readonly string[])[]
}

export async function readSample(file: InputFile): Promise<Sample> {
  const head = readHead(file, SAMPLE_BYTES)
  const text = decodeBeginning(head)
  const kind = isWorkbook(file) ? 'workbook' : textKindOf(text, head)
  return {
    extension: /\.([^./\\]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '',
    kind,
    isArray: kind === 'json' && withoutComments(text ?? '').startsWith('['),
    text: text ?? '',
    paths: kind === 'json' ? jsonPaths(text ?? '') : new Set(),
    rows: kind === 'text' || kind === 'workbook' ? await firstRows(file, SAMPLE_ROWS) : [],
  }
}

/** JSON with bytes that are not text counts as JSON, so that the error says where they are. */
function textKindOf(text: string | undefined, head: Buffer): Sample['kind'] {
  const kind = kindOf(text ?? head.toString('latin1'))
  return text === undefined && kind !== 'json' ? 'binary' : kind
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
  if (/^[{[]/.test(withoutComments(text))) return 'json'
  if (/^<!doctype html|^<(html|head|body|script)\b/i.test(start)) return 'html'
  if (start.startsWith('<')) return /<script\b/i.test(start) ? 'html' : 'xml'
  return start.includes('\0') ? 'binary' : 'text'
}

/** JSON-LD of people may begin with a comment. */
function withoutComments(text: string): string {
  return text.replace(/^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '')
}

function jsonPaths(text: string): ReadonlySet<string> {
  return pathsOf(text) ?? pathsOf(repairJson(text).text) ?? keywordsIn(text)
}

/** JSON-LD that is broken is told by its keywords, so that the error says what to do about it. */
function keywordsIn(text: string): ReadonlySet<string> {
  return new Set(['@context', '@graph', '@type'].filter((keyword) => text.includes(`"${keyword}"`)))
}

/** What is not JSON, further on, is reported by its format. @returns undefined if there is no field */
function pathsOf(text: string): ReadonlySet<string> | undefined {
  const paths = new Set<string>()
  const open: string[][] = []
  let field: string[] = ['']
  for (const token of scanJson(text)) {
    if (token.kind === 'name') {
      field = open.length > PATH_DEPTH ? [] : fieldPaths(open.at(-1) ?? [], token.name, open.length === 1)
      for (const path of field) paths.add(path)
      continue
    }
    if (token.kind === 'open') open.push(token.isObject ? field : field.map((path) => `${path}[]`))
    if (token.kind === 'close') open.pop()
    field = open.at(-1) ?? []
  }
  return paths.size === 0 ? undefined : paths
}

function fieldPaths(parents: readonly string[], name: string, isTop: boolean): string[] {
  const paths = parents.map((parent) => (parent === '' ? name : `${parent}.${name}`))
  return isTop && parents.includes('') ? [...paths, '*'] : paths
}
