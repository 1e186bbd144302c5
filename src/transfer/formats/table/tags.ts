import { readAllergens } from '../mapping/allergens.ts'
import { readDiets } from '../mapping/diets.ts'
import { readTags } from '../mapping/tags.ts'
import type { ConversionReport } from '../report.ts'
import type { ColumnRole } from './columns.ts'
import { splitTags } from './escapes.ts'
import { rowLabel } from './place.ts'
import type { TableRow } from './row.ts'

/** The columns that say what the tags of an item or a size are. */
export const TAG_ROLES = ['tags', 'allergens', 'diets'] as const satisfies ColumnRole[]

/** The tags of a row: those in the column of tags as they stand, then those of its allergens and diets. */
export function tagsOfRow(row: TableRow, name: string, report: ConversionReport): readonly string[] {
  const owner = { name, place: rowLabel(row.place) }
  const tags = readTags(row.lines('tags').flatMap(splitTags), owner, report)
  const known = new Set(tags)
  const others = [
    ...readAllergens(row.lines('allergens'), owner, report),
    ...readDiets(row.lines('diets'), owner, report),
  ]
  return [...tags, ...new Set(others.filter((tag) => !known.has(tag)))]
}
