import { readPath } from '../table/escapes.ts'
import type { TableRow } from '../table/row.ts'
import type { LibraryItem } from './items.ts'

/** Of these columns, the first one that has anything counts. */
const COLUMNS = ['categories', 'category', 'reporting category']
/** What Square writes behind the name of a category, so that an import finds it: `Coffee (6YFV2LGRRKPFYEIEN2ZRAGWR)`. */
const TOKEN = /\s*\(#?(?=[A-Z0-9]*\d|[A-Z]{20})[A-Z0-9]{8,}\)$/

/** A short one may as well be a part of the name, unless all categories have one. */
const SHORT_TOKEN = /\s*\(#?[A-Z][A-Z0-9_-]*\d[A-Z0-9_-]*\)$/

/** The paths of the categories in a row. */
export function categoriesOf(row: TableRow<string>): readonly (readonly string[])[] {
  const text = COLUMNS.map((column) => row.text(column)).find((cell) => cell !== '') ?? ''
  return text
    .split(',')
    .map((name) =>
      readPath(name.trim())
        .map((part) => part.replace(TOKEN, ''))
        .filter((part) => part !== ''),
    )
    .filter((path) => path.length > 0)
}

/** Takes the tokens out of the names of categories, where all of them have one. */
export function dropShortTokens(items: Iterable<LibraryItem>): void {
  const all = [...items]
  const names = all.flatMap(({ categories }) => [...categories.values()].flat())
  if (!names.every((name) => SHORT_TOKEN.test(name))) return
  for (const { categories } of all)
    for (const [key, path] of categories)
      categories.set(
        key,
        path.map((name) => name.replace(SHORT_TOKEN, '')),
      )
}
