import { DocumentError } from '../../errors.ts'
import { findRepeatedFields } from '../../repeated-fields.ts'
import { readHtml } from '../containers/html.ts'
import { parseNamedJson } from '../containers/json.ts'
import { repairJson } from '../containers/repaired-json.ts'
import { decodeText, type InputFile, readWhole } from '../input-file.ts'
import { AS_SPREADSHEET } from '../mapping/advice.ts'
import type { ConversionReport } from '../report.ts'

const WITHOUT_DATA = `is a web page without data for programs: it needs its menu as a schema.org Menu in <script type="application/ld+json">, or ${AS_SPREADSHEET}`
/** What older pages put around a script, so that browsers without scripts did not show it. */
const OPENING = /^(?:\/\/ ?|\/\* ?)?<!(?:\[CDATA\[|--)(?: ?\*\/)?/
const CLOSING = /(?:\/\/ ?|\/\* ?)?(?:\]\]|--)>(?: ?\*\/)?$/
const SCRIPT = '<script type="application/ld+json">'
const REPEATED_FIELD =
  '[field is|fields are] several times in one object of the JSON, and all but the last value is lost (write a list)'
const BROKEN_SCRIPT =
  '[script|scripts] of a page with data for programs [is|are] left out, because [it is|they are] not valid JSON (look whether a part of the menu is missing)'

/**
 * Reads the JSON-LD of a file: the file itself, or the scripts of a web page. What is no JSON, but can only mean one thing, is
 * noted. Scripts that cannot be read are reported, if others can.
 * @returns the values, and the errors of the scripts that are broken
 * @throws {DocumentError} if none can be read, or if a page has none
 */
export function readBlocks(file: InputFile, report: ConversionReport) {
  const text = decodeText(file.name, readWhole(file))
  const isPage = /^\s*</.test(text) || /<script\b/i.test(text.slice(0, text.search(/["{[]/)))
  const scripts = isPage ? scriptsIn(text).map(unwrap) : [text]
  const values: unknown[] = []
  const broken: string[] = []
  for (const [index, script] of scripts.entries()) {
    const name = isPage ? `${SCRIPT} number ${index + 1}` : ''
    const { value, error } = readBlock([file.name, name].filter(Boolean).join(', '), script, report)
    if (value !== undefined) values.push(value)
    if (error !== undefined) broken.push(error)
    if (error !== undefined && isPage) report.lose(BROKEN_SCRIPT, `number ${index + 1}`)
  }
  if (values.length > 0) return { values, broken }
  throw new DocumentError(broken.length > 0 ? broken.join('\n') : `${file.name}: ${WITHOUT_DATA}`)
}

/** A value, or why there is none; neither, if the block is empty. @param name what it is called in messages */
function readBlock(
  name: string,
  text: string,
  report: ConversionReport,
): { value?: unknown; error?: string } {
  if (text === '') return {}
  const { text: repaired, faults } = isJson(text) ? { text, faults: [] } : repairJson(text)
  try {
    const readable = isJson(repaired) ? repaired : text
    const value = parseNamedJson(name, readable)
    for (const field of findRepeatedFields(readable)) report.lose(REPEATED_FIELD, field)
    if (faults.length > 0)
      report.note(`${name}: is not valid JSON, because of ${faults.join(' and ')}, but can be read.`)
    return { value }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { error: `${error.message}: ask whoever makes the page to correct that, or ${AS_SPREADSHEET}` }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
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

function unwrap(script: string): string {
  return script.trim().replace(OPENING, '').replace(CLOSING, '').trim()
}
