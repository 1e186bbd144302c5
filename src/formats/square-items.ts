import type { MenuFormat } from './format.ts'
import { MENU_OPTIONS, TABLE_OPTIONS } from './format-options.ts'
import { normalizeHeading } from './sheets/heading-text.ts'
import { readTables } from './sheets/read-sheets.ts'
import { libraryReader } from './square-items/library.ts'
import { isLibrary, locationsIn, roleOfLibraryHeading } from './square-items/library-columns.ts'
import type { Role } from './table/menu-columns.ts'

/** The item library that Square exports as XLSX or CSV: a row for each variation of an item. */
export const squareItems: MenuFormat = {
  options: [...MENU_OPTIONS, ...TABLE_OPTIONS, 'currency'],
  matches: ({ rows }) => rows.some(isLibrary),

  async read(files, reading) {
    const { location } = reading.options
    const { begin, groups } = libraryReader(reading)
    await readTables<Role>(files, reading.options, reading.report, {
      roleOf: roleOfLibraryHeading,
      columns: "Square's headings",
      required: 'item',
      check: ({ at }) => checkLocation(locationsIn([...at.keys()]), location),
      begin,
    })
    return [{ name: '', groups: groups() }]
  },
}

function checkLocation(locations: readonly string[], wanted: string | undefined): readonly string[] {
  if (wanted === undefined || locations.includes(normalizeHeading(wanted))) return []
  const existing = locations.length > 0 ? `those of ${locations.join(', ')}` : 'none'
  return [`has no columns of the location ${wanted}: it has ${existing}`]
}
