import { onOneLine } from '../../lib/text/normal-text.ts'

/*
 * The spelling of names and tags in a table. ` > ` separates the names of a path, and `;`, `,` or `|` separate tags. Within a
 * name or a tag, a backslash escapes them. A backslash before any other character is no escape.
 */

export function unescapeName(text: string): string {
  return text.replaceAll('\\>', '>')
}

export function escapeName(name: string): string {
  return name.replaceAll('>', '\\>')
}

/** Reads names that nest, such as `Drinks > Hot drinks`; none in an empty text. @param text with only single spaces */
export function parsePath(text: string): readonly string[] {
  return text === '' ? [] : text.split(' > ').map(unescapeName)
}

export function writePath(names: readonly string[]): string {
  return names.map(escapeName).join(' > ')
}

/** Reads tags that are separated by semicolons, commas or bars. */
export function splitTags(text: string): readonly string[] {
  return text
    .split(/(?<!\\)[;,|]/u)
    .map((tag) => tag.trim().replace(/\\([;,|])/gu, '$1'))
    .filter((tag) => tag !== '')
}

export function writeTags(tags: readonly string[]): string {
  // The space keeps a backslash at the end of a tag from escaping the semicolon.
  return tags.map((tag) => onOneLine(tag).replace(/[;,|]/gu, '\\$&').replace(/\\$/, '\\ ')).join('; ')
}
