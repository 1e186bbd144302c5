import { DocumentError } from '../../errors.ts'
import { readHtml } from '../containers/html.ts'
import { parseNamedJson } from '../containers/json.ts'
import { decodeText, type InputFile, readWhole } from '../input-file.ts'

const WITHOUT_DATA =
  'is a web page without data for programs: it needs its menu as a schema.org Menu in <script type="application/ld+json">, or copy the menu into a spreadsheet, and save that as XLSX or CSV'
/** What older pages put around a script, so that browsers without scripts did not show it. */
const OPENINGS = ['//<![CDATA[', '// <![CDATA[', '/*<![CDATA[*/', '/* <![CDATA[ */', '<![CDATA[', '<!--']
const CLOSINGS = ['//]]>', '// ]]>', '/*]]>*/', '/* ]]> */', '//-->', '// -->', ']]>', '-->']

/**
 * The values of JSON-LD in a file: the file itself, or the scripts of a web page.
 * @throws {DocumentError} if one of them is not JSON, with its number, or if a page has none
 */
export function readBlocks(file: InputFile): readonly unknown[] {
  const text = decodeText(file.name, readWhole(file))
  if (/^\s*[{[]/.test(text)) return [parseNamedJson(file.name, text)]
  const scripts = scriptsIn(text).map(unwrap)
  if (scripts.every((script) => script === '')) throw new DocumentError(`${file.name}: ${WITHOUT_DATA}`)
  return scripts.flatMap((script, index) =>
    script === ''
      ? []
      : [parseNamedJson(`${file.name}, <script type="application/ld+json"> number ${index + 1}`, script)],
  )
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
  const text = script.trim()
  const opening = OPENINGS.find((one) => text.startsWith(one)) ?? ''
  const closing = CLOSINGS.find((one) => text.endsWith(one)) ?? ''
  return text.slice(opening.length, Math.max(opening.length, text.length - closing.length)).trim()
}
