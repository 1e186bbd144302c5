import { cut } from '../../errors.ts'
import { type ConversionReport, inNumber } from '../report.ts'
import type { ColumnRole } from './columns.ts'
import type { Place } from './place.ts'
import type { TableRow } from './row.ts'

const SHOWN_ROWS = 10
const ADVICE = {
  item: '[became an item without a price|became items without prices]: if [it is a group|they are groups], write [its name|their names] in a column Category in the rows of [its|their] items; if [it is a note|they are notes], delete [the row|the rows]',
  group:
    '[became an empty group|became empty groups]: if [it is a note|they are notes], delete [the row|the rows]',
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
    else
      for (const one of ['item', 'group'] as const satisfies ColumnRole[]) this.#used[one].add(row.text(one))
    this.#hasPrices ||= row.cell('price') !== undefined || row.sizes().length > 0
  }

  /** Reports them in a sentence for items, and in one for groups. */
  end(report: ConversionReport): void {
    if (!this.#hasPrices) return
    for (const role of ['item', 'group'] as const) {
      const lone = this.#lone.filter((one) => one.role === role && !this.#used[role].has(one.name))
      const [first] = lone
      if (first !== undefined) report.note(sentenceOf(role, first.place, lone))
    }
  }
}

function sentenceOf(role: LoneRole, { file, sheet }: Place, lone: readonly LoneName[]): string {
  const rows = lone.slice(0, SHOWN_ROWS).map(({ name, place }) => `${place.row} (${cut(name)})`)
  const rest = lone.length > SHOWN_ROWS ? ` and ${lone.length - SHOWN_ROWS} more` : ''
  const where = `${file}: ${sheet === undefined ? '' : `sheet ${sheet}, `}`
  const text = `[row|rows] ${rows.join(', ')}${rest} [has|have] nothing but a name, and ${ADVICE[role]}.`
  return where + inNumber(text, lone.length)
}
