import { describeFiles } from '../documents/input-file.ts'
import type { MenuFormat } from './format.ts'
import { MENU_OPTIONS } from './format-options.ts'
import { finishMenus } from './mapping/finish.ts'
import { locationsIn, roleOfLibraryHeading } from './square-items/headings.ts'
import { groupsOf } from './square-items/item-groups.ts'
import { createLibrary } from './square-items/library.ts'
import { normalizeHeading } from './tables/headings.ts'
import { tablePrices } from './tables/price-cells.ts'
import { readTables, TABLE_OPTIONS } from './tables/tables.ts'

/** The item library that Square exports as XLSX or CSV: a row for each variation of an item. */
export const squareItems: MenuFormat = {
  options: [...MENU_OPTIONS, ...TABLE_OPTIONS, 'currency'],
  matches: ({ rows }) => rows.some(isLibrary),

  async read(files, options, report) {
    const { location } = options
    const prices = tablePrices(options.currency, report)
    const library = createLibrary(location, prices, report)
    await readTables<string>(files, options, report, {
      roleOf: roleOfLibraryHeading,
      unknownColumn: (name) =>
        `An item library has no column ${name}: --column names one of Square's headings.`,
      required: 'item name',
      check: ({ at }) => checkLocation(locationsIn([...at.keys()]), location),
      begin: ({ at }) => {
        const locations = locationsIn([...at.keys()])
        return { read: (row) => library.read(row, locations) }
      },
    })
    prices.end(describeFiles(files))
    const menu = { name: '', groups: groupsOf(library.items) }
    return finishMenus('square-items', [menu], options, report)
  },
}

/** Whether a row has the headings that every item library has. */
export function isLibrary(cells: readonly string[]): boolean {
  const headings = cells.map(normalizeHeading)
  return headings.includes('item name') && headings.includes('token')
}

function checkLocation(locations: readonly string[], wanted: string | undefined): readonly string[] {
  if (wanted === undefined || locations.includes(normalizeHeading(wanted))) return []
  const existing = locations.length > 0 ? `those of ${locations.join(', ')}` : 'none'
  return [`has no columns of the location ${wanted}: it has ${existing}`]
}
