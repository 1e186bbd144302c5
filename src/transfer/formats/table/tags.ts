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
  const tags = readTags(listedTags(row).flatMap(splitTags), owner, report)
  const known = new Set(tags)
  const others = [
    ...readAllergens(row.lines('allergens'), owner, report),
    ...readDiets(row.lines('diets'), owner, report),
  ]
  return [...tags, ...new Set(others.filter((tag) => !known.has(tag)))]
}

/** Programs may write a list as `['vegan', 'new']`. Tags of an exported table, whose rows have ids, are as they are. */
function listedTags(row: TableRow): readonly string[] {
  const lines = row.lines('tags')
  return row.id('id') === '' ? lines.map(withoutListSyntax) : lines
}

function withoutListSyntax(text: string): string {
  const list = /^\[ ?["'](?<tags>.*)["'] ?\]$/u.exec(text)?.groups?.['tags']
  return list?.replace(/["'] ?, ?["']/gu, ';') ?? text
}
