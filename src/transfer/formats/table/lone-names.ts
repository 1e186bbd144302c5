import { cut } from '../../errors.ts'
import { type ConversionReport, inNumber } from '../report.ts'
import type { Place } from './place.ts'
import type { TableRow } from './row.ts'

const SHOWN_ROWS = 10
const ITEM_ADVICE =
  '[became an item without a price|became items without prices]: if [it is a group|they are groups], write [its name|their names] in a column Category in the rows of [its|their] items; if [it is a note|they are notes], delete [the row|the rows]'
const ADVICE = {
  item: `[has|have] nothing but a name, and ${ITEM_ADVICE}`,
  capitals: `[has a name|have names] in capitals and no price, and ${ITEM_ADVICE}`,
  note: '[has|have] no price and [looks like a note|look like notes], and became [an item|items]: if [it is|they are] none, delete [the row|the rows]',
  group:
    '[has|have] nothing but a name, and [became an empty group|became empty groups]: if [it is a note|they are notes], delete [the row|the rows]',
} as const

type LoneRole = keyof typeof ADVICE

interface LoneName {
  readonly name: string
  readonly place: Place
}

/**
 * Finds the rows of a sheet with nothing but a name. In a table with prices, that may be a category above its items, or a footer,
 * although it is read as an item or a group.
 */
export class LoneNames {
  readonly #lone: Readonly<Record<LoneRole, LoneName[]>> = { item: [], capitals: [], note: [], group: [] }
  /** The names of items and groups in other rows. */
  readonly #used = { item: new Set<string>(), group: new Set<string>() }
  #hasPrices = false
  /** Whether names of items with prices are in capitals, too. */
  #hasCapitals = false

  read(row: TableRow): void {
    const add = (role: LoneRole, name: string) => this.#lone[role].push({ name, place: row.place })
    const [item, group] = [row.text('item'), row.text('group')]
    const hasPrice = row.cell('price') !== undefined || row.sizes().length > 0
    const isCapital = isInCapitals(item)
    if (row.hasOnly('item')) add('item', item)
    else if (row.hasOnly('group')) add('group', group)
    else if (!hasPrice && isNote(`${group} ${item}`)) add('note', item)
    else {
      this.#used.item.add(item)
      this.#used.group.add(group)
      if (isCapital && !hasPrice) add('capitals', item)
    }
    this.#hasPrices ||= hasPrice
    this.#hasCapitals ||= isCapital && hasPrice
  }

  /** Reports them, unless other rows show that they are items, or groups with items. */
  end(report: ConversionReport): void {
    const { item, capitals, note, group } = this.#lone
    const unknown = [
      ['item', item.filter(({ name }) => !this.#used.item.has(name))],
      ['capitals', this.#hasCapitals ? [] : capitals],
      ['note', note],
      ['group', group.filter(({ name }) => !this.#used.group.has(name))],
    ] as const
    if (this.#hasPrices)
      for (const [role, [first, ...others]] of unknown)
        if (first !== undefined) report.note(sentenceOf(role, first.place, [first, ...others]))
  }
}

/** Abbreviations such as `BLT` are names of items as well. */
function isInCapitals(name: string): boolean {
  return /\p{Lu}{4}/u.test(name) && name === name.toUpperCase()
}

function sentenceOf(role: LoneRole, { file, sheet }: Place, lone: readonly LoneName[]): string {
  const rows = lone.slice(0, SHOWN_ROWS).map(({ name, place }) => `${place.row} (${cut(name)})`)
  const rest = lone.length > SHOWN_ROWS ? ` and ${lone.length - SHOWN_ROWS} more` : ''
  const where = `${file}: ${sheet === undefined ? '' : `sheet ${sheet}, `}`
  const text = `[row|rows] ${rows.join(', ')}${rest} ${ADVICE[role]}.`
  return where + inNumber(text, lone.length)
}

/** What is below tables of menus and is no item: times, addresses of websites, numbers of telephones. */
const NOTES: readonly RegExp[] = [
  /\d{1,2}[:.]\d\d ?(?:am|pm|h|uhr)? ?[-–—~] ?\d{1,2}/iu,
  /\d ?(?:am|pm|uhr)(?![\p{L}])/iu,
  /(?<!\p{L})(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|pn|wt|śr|czw|pt|sob)\p{L}{0,6}\.? ?[-–—] ?\p{L}{2,9}\.?:? \d/iu,
  /https?:|www\.|[^\s@]@[^\s@]+\.\p{L}/iu,
  /\+?\d[\d ()/-]{8,}\d/u,
  /opening hours|opening times|open daily|öffnungszeiten|horaires|horario|orari di|horário|openingstijden|godziny otwarcia|营业时间|營業時間|営業時間|영업시간|שעות פתיחה|เวลาเปิด|ساعات العمل|giờ mở cửa/iu,
]

function isNote(text: string): boolean {
  return NOTES.some((note) => note.test(text))
}
