import { dietTag, toTagName } from '../../food-tags.ts'
import { readAllergens } from '../mapping/allergens.ts'
import type { ConversionReport } from '../report.ts'
import type { ColumnRole } from './columns.ts'
import { readTags } from './escapes.ts'
import type { TableRow } from './row.ts'

/** The columns that say what the tags of an item or a size are. */
export const TAG_ROLES = ['tags', 'allergens', 'diets'] as const satisfies ColumnRole[]

/** What a cell says of an item without allergens, or of no particular diet. */
const NOTHING: ReadonlySet<string> = new Set(['none', 'no', '-', '–'])

/** The tags of a row: those in the column of tags as they stand, then those of its allergens and diets. */
export function tagsOfRow(row: TableRow, name: string, report: ConversionReport): readonly string[] {
  const tags = readTags(row.text('tags'))
  const known = new Set(tags)
  const others = [
    ...readAllergens(listIn(row, 'allergens'), name, report),
    ...listIn(row, 'diets').map((diet) => dietTag(diet) ?? `diet:${toTagName(diet)}`),
  ]
  return [...tags, ...new Set(others.filter((tag) => !known.has(tag)))]
}

function listIn(row: TableRow, role: 'allergens' | 'diets'): string[] {
  const names = row.text(role).split(/[,;]/u)
  return names.map((name) => name.trim()).filter((name) => name !== '' && !NOTHING.has(name.toLowerCase()))
}
