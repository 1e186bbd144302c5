import { Tokenizer } from 'htmlparser2'
import { ImportError } from '../../documents/import-error.ts'
import { decodeText, type InputFile, readAllWithinLimit } from '../../documents/input-file.ts'
import { parseNamedJson } from '../../documents/json.ts'
import { findRepeatedFields, REPEATED } from '../../lib/json/repeated-fields.ts'
import type { ImportReport } from '../import-report.ts'
import { AS_SPREADSHEET } from '../shared/report-texts.ts'

const WITHOUT_DATA = `is a web page without data for programs: it needs its menu as a schema.org Menu in <script type="application/ld+json">, or ${AS_SPREADSHEET}`
const CORRECT = `ask whoever makes the page to correct that (JSON has no comments, and no comma or semicolon behind the last value), or ${AS_SPREADSHEET}`
const SCRIPT = '<script type="application/ld+json">'
const JSON_LD_TAG =
  /^script[\s/](?:[\s\S]*[\s"'/])?type\s*=\s*(?:["']\s*)?application\/ld\+json(?:[\s;"']|$)/i

const ignore = () => {}
/** The handlers of everything on a page but tags and text. */
// biome-ignore format: a few lines
const IGNORED = {
  onattribname: ignore, onattribdata: ignore, onattribentity: ignore, onattribend: ignore,
  oncdata: ignore, oncomment: ignore, ondeclaration: ignore, onprocessinginstruction: ignore,
  ontextentity: ignore, onend: ignore,
}

/**
 * Reads the JSON-LD of a file: the file itself, or the scripts of a web page. A broken script is an error.
 * @throws {ImportError} if a page has no script
 */
export function readBlocks(file: InputFile, { errors }: ImportReport): readonly unknown[] {
  const text = decodeText(file.name, readAllWithinLimit(file))
  const isPage = /^\s*</.test(text) || /<script\b/i.test(text.slice(0, text.search(/["{[]/)))
  const scripts = isPage ? scriptsIn(text) : [text]
  if (scripts.length === 0) throw new ImportError(`${file.name}: ${WITHOUT_DATA}`)
  return scripts.flatMap((script, index) => {
    const name = isPage ? `${file.name}, ${SCRIPT} number ${index + 1}` : file.name
    try {
      const values = script.trim() === '' ? [] : [parseNamedJson(name, script)]
      for (const field of findRepeatedFields(script)) errors.add(`${name}: ${field}`, REPEATED)
      return values
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      errors.add(error.message, CORRECT)
      return []
    }
  })
}

/** Finds the scripts by the tags of a page. Nesting is ignored: following it would take minutes with many unclosed tags. */
function scriptsIn(html: string): readonly string[] {
  const scripts: string[] = []
  let tagStart = 0
  let isInScript = false
  const open = (end: number) => {
    isInScript = JSON_LD_TAG.test(html.slice(tagStart, end))
    if (isInScript) scripts.push('')
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...IGNORED,
      onopentagname(start) {
        tagStart = start
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag() {
        isInScript = false
      },
      ontext(start, end) {
        if (isInScript) scripts.push((scripts.pop() ?? '') + html.slice(start, end))
      },
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return scripts
}
