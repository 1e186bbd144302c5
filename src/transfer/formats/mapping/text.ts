import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { readHtml } from '../containers/html.ts'

/** Trims a text and puts it on one line. Anything but a text or a number is an empty text. */
export function cleanText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim() : ''
}

/** A description: a text without HTML tags and entities, or null if there is none. */
export function cleanDescription(value: unknown): string | null {
  return cleanText(withoutHtml(value)) || null
}

function withoutHtml(value: unknown): unknown {
  if (typeof value !== 'string' || !/[<&]/.test(value)) return value
  const texts: string[] = []
  let isHidden = false
  readHtml(value, {
    open(name) {
      if (HIDDEN.has(name)) isHidden = true
      else if (!INLINE.has(name)) texts.push(' ')
    },
    close(name) {
      if (HIDDEN.has(name)) isHidden = false
      else if (!INLINE.has(name)) texts.push(' ')
    },
    text(text) {
      if (!isHidden) texts.push(text)
    },
  })
  return texts.join('')
}

/** Elements whose text is not shown. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style'])

/** Elements that do not end a word, unlike paragraphs and line breaks. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code em font i kbd mark q s samp small span strike strong sub sup u var wbr'.split(
    ' ',
  ),
)

/** The values of a field that may hold one value instead of a list. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The fields of an object; none for anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
