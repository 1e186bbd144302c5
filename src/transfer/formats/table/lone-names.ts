import type { ConversionReport } from '../report.ts'
import type { Role } from './columns.ts'
import type { Place } from './place.ts'
import type { TableRow } from './row.ts'

const SHOWN_ROWS = 10
const ADVICE = {
  item: 'became an item without a price: if it names a group, write it in a column Category in the rows of its items; if it is a note, delete the row',
  group: 'became an empty group: if it is a note, delete the row',
} as const

type LoneRole = keyof typeof ADVICE

interface LoneName {
  readonly role: LoneRole
  readonly name: string
  readonly place: Place
}

/**
 * Finds the rows of a sheet with nothing but a name. In a table with prices, that may be a category above its items, or a footer,
 * although it is read as an item or a group.
 */
export class LoneNames {
  readonly #lone: LoneName[] = []
  /** The names of items and groups in other rows. */
  readonly #used: Readonly<Record<LoneRole, Set<string>>> = { item: new Set(), group: new Set() }
  #hasPrices = false

  read(row: TableRow): void {
    const role = (['item', 'group'] as const).find((one) => row.hasOnly(one))
    if (role !== undefined) this.#lone.push({ role, name: row.text(role), place: row.place })
    else for (const one of ['item', 'group'] as const satisfies Role[]) this.#used[one].add(row.text(one))
    this.#hasPrices ||= row.cell('price') !== undefined || row.sizes().length > 0
  }

  /** Reports them, each in a sentence. */
  end(report: ConversionReport): void {
    if (!this.#hasPrices) return
    const lone = this.#lone.filter(({ role, name }) => !this.#used[role].has(name))
    for (const { role, name, place } of lone.slice(0, SHOWN_ROWS)) {
      const sheet = place.sheet === undefined ? '' : `sheet ${place.sheet}, `
      report.note(
        `${place.file}: ${sheet}row ${place.row}: has nothing but "${name}", which ${ADVICE[role]}.`,
      )
    }
    if (lone.length > SHOWN_ROWS)
      report.note(`${lone.length - SHOWN_ROWS} more rows have nothing but a name.`)
  }
}
