import { splitOutsideBrackets } from '../mapping/name-lists.ts'

/*
 * How names and tags are written in a table. ` > ` is between the names of a path, and `;`, `,` or `|` between tags. Within a
 * name or a tag, a backslash is in front of them. Nothing else is escaped: a backslash anywhere else is just that.
 */

export function unescapeName(text: string): string {
  return text.replaceAll('\\>', '>')
}

export function escapeName(name: string): string {
  return name.replaceAll('>', '\\>')
}

/** Reads names that nest, such as `Drinks > Hot drinks`; none in an empty text. @param text with no other spaces than single ones */
export function readPath(text: string): readonly string[] {
  return text === '' ? [] : text.split(' > ').map(unescapeName)
}

export function writePath(names: readonly string[]): string {
  return names.map(escapeName).join(' > ')
}

/** Reads tags that are separated by semicolons, commas or bars. Commas and bars in brackets separate nothing. */
export function splitTags(text: string): readonly string[] {
  const tags = text.split(/(?<!\\);/u).flatMap((part) => splitOutsideBrackets(part, /(?<!\\)[,|]/gu))
  return tags.map((tag) => tag.trim().replace(/\\([;,|])/gu, '$1')).filter((tag) => tag !== '')
}

export function writeTags(tags: readonly string[]): string {
  // The space keeps a backslash at the end of a tag from escaping the semicolon.
  return tags
    .map((tag) => tag.replace(/\s+/gu, ' ').replace(/[;,|]/gu, '\\$&').replace(/\\$/, '\\ '))
    .join('; ')
}
