import { readPath } from '../table/escapes.ts'
import type { TableRow } from '../table/row.ts'
import type { LibraryItem } from './items.ts'

/** Of these columns, the first one that has anything counts. */
const COLUMNS = ['categories', 'category', 'reporting category']

/** The paths of the categories in a row. */
export function categoriesOf(row: TableRow<string>): readonly (readonly string[])[] {
  const text = COLUMNS.map((column) => row.text(column)).find((cell) => cell !== '') ?? ''
  return text
    .split(',')
    .map((name) =>
      readPath(name.trim())
        .map(withoutToken)
        .filter((part) => part !== ''),
    )
    .filter((path) => path.length > 0)
}

/** Takes the tokens out of the names of categories that are too short to be told, where all of them have one. */
export function dropShortTokens(items: Iterable<LibraryItem>): void {
  const all = [...items]
  const haveTokens = all.every(({ categories }) =>
    // Most libraries have none, and the first name tells.
    [...categories.values()].every((path) => path.every((name) => isShortToken(splitName(name).token))),
  )
  if (!haveTokens) return
  for (const { categories } of all)
    for (const [key, path] of categories)
      categories.set(
        key,
        path.map((name) => splitName(name).name),
      )
}

/** Square writes the token of a category behind its name: `Coffee (6YFV2LGRRKPFYEIEN2ZRAGWR)`. */
function withoutToken(text: string): string {
  if (!text.endsWith(')')) return text
  const { name, token } = splitName(text)
  const isToken = /^[A-Z0-9]{8,}$/.test(token) && (/\d/.test(token) || token.length >= 20)
  return isToken ? name : text
}

/** A short one may as well be a part of the name. */
function isShortToken(token: string): boolean {
  return /^[A-Z][A-Z0-9_-]*$/.test(token) && /\d/.test(token)
}

/** The name, and what is in brackets behind it. */
function splitName(text: string): { readonly name: string; readonly token: string } {
  const start = text.endsWith(')') ? text.lastIndexOf('(') : -1
  if (start < 0) return { name: text, token: '' }
  return { name: text.slice(0, start).trim(), token: text.slice(start + 1, -1).replace(/^#/, '') }
}
