import { showValue } from '../../documents/import-error.ts'
import { MAX_DEPTH, TOO_DEEP } from '../../schemas/depth.ts'
import {
  atMost,
  MAX_DESCRIPTION_LENGTH,
  MAX_INDEXED_BYTES,
  MAX_NAME_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from '../../schemas/text-limits.ts'
import { FOOD_KINDS, type FoodKind } from '../food-tags.ts'
import type { ImportReport } from '../import-report.ts'
import { cleanDescription } from '../shared/clean-text.ts'
import { parseFoodNames, reportUnknownTags } from '../shared/food-lists.ts'
import { parsePath, splitTags } from '../sheets/paths-and-tags.ts'
import type { TableRow } from '../sheets/table-row.ts'
import type { Role } from './menu-columns.ts'

/* The parsers of the columns of menus. Each of them reports the error of a cell whose meaning is not certain. */

export type MenuTableRow = TableRow<Role>

/** Whether a row is of an exported table, whose values are stored values. */
export function isFromExport(row: MenuTableRow): boolean {
  return row.id('menu id') !== '' && row.id('group id') !== ''
}

/** A single name; empty if there is none. */
export function readName(row: MenuTableRow, role: Role): string {
  const name = row.text(role)
  refuseTooLong(row, role, name, MAX_NAME_LENGTH)
  return name
}

/** Names that nest; none in an empty cell. */
export function readNames(row: MenuTableRow, role: Role): readonly string[] {
  const names = parsePath(row.text(role))
  if (names.length > MAX_DEPTH) row.refuse(role, TOO_DEEP)
  for (const name of names) refuseTooLong(row, role, name, MAX_NAME_LENGTH)
  return names
}

export function readId(row: MenuTableRow, role: Role): string | undefined {
  const id = row.id(role)
  if (Buffer.byteLength(id) > MAX_INDEXED_BYTES) row.refuse(role, atMost(MAX_INDEXED_BYTES, 'bytes'))
  return id || undefined
}

export function readDescription<Of extends string>(row: TableRow<Of>, role: Of): string | null {
  const description = cleanDescription(row.rawText(role))
  refuseTooLong(row, role, description ?? '', MAX_DESCRIPTION_LENGTH)
  return description
}

function refuseTooLong<Of extends string>(row: TableRow<Of>, role: Of, text: string, limit: number): void {
  if (text.length > limit && [...text].length > limit) row.refuse(role, atMost(limit, 'characters'))
}

const LIST_SYNTAX = /^\[.*\]$/u

/** The tags in a column of tags, unchanged. */
export function readTagList(row: MenuTableRow, role: Role): readonly string[] {
  const lines = row.lines(role)
  if (!isFromExport(row) && lines.some((line) => LIST_SYNTAX.test(line)))
    row.refuse(role, 'must be tags with commas between them, without brackets')
  const tags = lines.flatMap(splitTags)
  if (tags.length > MAX_TAGS) row.refuse(role, atMost(MAX_TAGS, 'entries'))
  for (const tag of tags) refuseTooLong(row, role, tag, MAX_TAG_LENGTH)
  return tags
}

/** The tags of a row: the tags in its column of tags, and then the tags of its allergens and diets. */
export function readItemTags(row: MenuTableRow, name: string, report: ImportReport): readonly string[] {
  const tags = readTagList(row, 'tags')
  reportUnknownTags(tags, name, report)
  const others = FOOD_KINDS.flatMap((kind) => readFoodList(row, kind))
  // A tag of an exported table may be in several columns.
  return [...tags, ...new Set(others.filter((tag) => !tags.includes(tag)))]
}

const ADVICE: Readonly<Record<FoodKind, string>> = {
  allergens: 'write names such as milk, or another as a tag such as allergen:star_anise in a column Tags',
  diets: 'write names such as vegan, or another as a tag in a column Tags',
}

function readFoodList(row: MenuTableRow, role: FoodKind): readonly string[] {
  const { tags, unknown: others } = parseFoodNames(role, row.lines(role))
  if (others.length > 0)
    row.refuse(role, `must be ${role} that boards know, got ${showValue(others.join(', '))}: ${ADVICE[role]}`)
  return tags
}
