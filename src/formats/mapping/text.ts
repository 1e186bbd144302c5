import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { onOneLine } from '../../lib/text/normal-text.ts'
import { readHtml } from './html.ts'

/** A text on one line, with HTML entities decoded. Any value but a text or a number is an empty text. */
export function cleanText(value: unknown): string {
  return oneLine(typeof value === 'string' && value.includes('&') ? withoutEntities(value) : value)
}

/** A description: a text without HTML tags and entities, or null if there is none. */
export function cleanDescription(value: unknown): string | null {
  return oneLine(withoutHtml(value)) || null
}

/** Like `cleanText`, but entities stay. */
export function oneLine(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? onOneLine(value) : ''
}

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi

/** Decodes entities. Any other text stays unchanged. */
function withoutEntities(text: string): string {
  return text.replace(ENTITY, (entity) => {
    let decoded = ''
    readHtml(entity, { open() {}, close() {}, text: (part) => (decoded += part) })
    return decoded
  })
}

function withoutHtml(value: unknown): unknown {
  if (typeof value !== 'string' || !/[<&]/.test(value)) return value
  const texts: string[] = []
  let isHidden = false
  const passTag = (name: string, isOpening: boolean) => {
    if (HIDDEN.has(name)) isHidden = isOpening
    else if (!INLINE.has(name)) texts.push(' ')
  }
  readHtml(value, {
    open: (name) => passTag(name, true),
    close: (name) => passTag(name, false),
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
