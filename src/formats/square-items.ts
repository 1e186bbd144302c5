import type { MenuFormat } from './format.ts'
import { normalizeHeading } from './sheets/heading-rules.ts'
import { readSheets } from './sheets/read-sheets.ts'
import type { TableKind } from './sheets/table-kind.ts'
import { SquareItemLibrary } from './square-items/library.ts'
import {
  isLibrary,
  type LibraryRole,
  locationsIn,
  parseLibraryHeading,
} from './square-items/library-columns.ts'

/** The item library that Square exports as XLSX or CSV: a row for each variation of an item. */
export const squareItems: MenuFormat = {
  matches: ({ rows }) => rows.some(isLibrary),

  async read(files, context) {
    const { location } = context.options
    const library = new SquareItemLibrary(context)
    const kind: TableKind<LibraryRole> = {
      parseHeading: parseLibraryHeading,
      roleNames: "Square's headings",
      required: 'item name',
      problemsOf: (columns) => problemsOfLocation(locationsIn(columns), location),
    }
    for await (const { columns, rows } of readSheets(files, kind, context.options, context.report)) {
      const locations = locationsIn(columns)
      for (const row of rows) library.add(row, locations)
    }
    return [{ name: '', groups: library.groups() }]
  },
}

function problemsOfLocation(locations: readonly string[], wanted: string | undefined): readonly string[] {
  if (wanted === undefined || locations.includes(normalizeHeading(wanted))) return []
  const existing = locations.length > 0 ? `those of ${locations.join(', ')}` : 'none'
  return [`has no columns of the location ${wanted}: it has ${existing}`]
}
