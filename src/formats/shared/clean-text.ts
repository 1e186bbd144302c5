import { decodeHTMLStrict } from 'entities'
import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { onOneLine } from '../../lib/text/normal-text.ts'

/** A text on one line, with HTML entities decoded. Any value but a text or a number is an empty text. */
export function cleanText(value: unknown): string {
  return oneLine(typeof value === 'string' ? decodeHTMLStrict(value) : value)
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

/** Tags that do not end a word, unlike those of paragraphs and line breaks. */
const INLINE_TAG =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|u|var|wbr)(?:\s[^<>]*)?>/gi
const OTHER_TAG = /<[a-z/!][^<>]*>/gi

function withoutHtml(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return decodeHTMLStrict(value.replace(INLINE_TAG, '').replace(OTHER_TAG, ' '))
}

/** The values of a field that may hold one value instead of a list. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The fields of an object; none for anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
