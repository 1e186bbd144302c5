import { DocumentError } from '../../documents/document-error.ts'
import { decodeText, type InputFile, readWhole } from '../../documents/input-file.ts'
import { parseNamedJson } from '../../documents/json.ts'
import { findRepeatedFields, REPEATED } from '../../lib/json/repeated-fields.ts'
import { AS_SPREADSHEET } from '../mapping/advice.ts'
import { readHtml } from '../mapping/html.ts'
import type { ConversionReport } from '../report.ts'

const WITHOUT_DATA = `is a web page without data for programs: it needs its menu as a schema.org Menu in <script type="application/ld+json">, or ${AS_SPREADSHEET}`
const CORRECT = `ask whoever makes the page to correct that (JSON has no comments, and no comma or semicolon behind the last value), or ${AS_SPREADSHEET}`
const SCRIPT = '<script type="application/ld+json">'
const BROKEN_SCRIPT =
  '[script|scripts] of a page with data for programs [is|are] left out, because [it is|they are] not valid JSON (look whether a part of the menu is missing)'

/**
 * Reads the JSON-LD of a file: the file itself, or the scripts of a web page.
 * @returns the values, and the errors of the broken scripts, if others can be read
 * @throws {DocumentError} if no script can be read, or if a page has none
 */
export function readBlocks(file: InputFile, report: ConversionReport) {
  const text = decodeText(file.name, readWhole(file))
  const isPage = /^\s*</.test(text) || /<script\b/i.test(text.slice(0, text.search(/["{[]/)))
  const values: unknown[] = []
  const broken: string[] = []
  for (const [index, script] of (isPage ? scriptsIn(text) : [text]).entries()) {
    if (script.trim() === '') continue
    const name = isPage ? `${file.name}, ${SCRIPT} number ${index + 1}` : file.name
    try {
      values.push(parseNamedJson(name, script))
      for (const field of findRepeatedFields(script)) report.errors.add(`${name}: ${field}`, REPEATED)
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      broken.push(`${error.message}: ${CORRECT}`)
      if (isPage) report.lose(BROKEN_SCRIPT, `number ${index + 1}`)
    }
  }
  if (values.length > 0) return { values, broken }
  throw new DocumentError(broken.length > 0 ? broken.join('\n') : `${file.name}: ${WITHOUT_DATA}`)
}

function scriptsIn(html: string): readonly string[] {
  const scripts: string[] = []
  let isInScript = false
  readHtml(html, {
    open(name, attributes) {
      const type = attributes.get('type') ?? ''
      isInScript = name === 'script' && /^\s*application\/ld\+json\s*(;|$)/i.test(type)
      if (isInScript) scripts.push('')
    },
    text(text) {
      if (isInScript) scripts.push((scripts.pop() ?? '') + text)
    },
    close() {
      isInScript = false
    },
  })
  return scripts
}
