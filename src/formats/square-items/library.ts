import { showValue } from '../../documents/import-error.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import type { CountedText } from '../import-report.ts'
import type { ReadingContext } from '../shared/reading-context.ts'
import { differsAt } from '../shared/report-texts.ts'
import { type SourceGroup, withOthers } from '../shared/source-menu.ts'
import { parsePath } from '../sheets/paths-and-tags.ts'
import type { TableRow } from '../sheets/table-row.ts'
import { readYesNoCell } from '../sheets/yes-no-cells.ts'
import {
  addItem,
  type DraftItem,
  getOrAddGroup,
  newMenu,
  toSourceGroup,
  toSourceItem,
} from '../table/draft-menus.ts'
import { readDescription } from '../table/menu-cells.ts'
import { readPriceCell } from '../table/price-cells.ts'
import { type LibraryRole, roleAt } from './library-columns.ts'

type Row = TableRow<LibraryRole>
type Path = readonly string[]

interface Categories {
  readonly row: Row
  readonly paths: Map<string, Path>
}

const NOT_BY_PIECE =
  'must be sold by the piece, since a board would show the price as that of one: change that, or leave the column out with --ignore "Unit and Precision"'
const PIECES = /^(?:(?:per )?(?:item|each|ea|unit|piece|pcs?)\b.*|[\s.,0()-]*)$/i

/** The items of a library, each from all rows that share its token, or its name if they have no token. */
export class SquareItemLibrary {
  readonly #context: ReadingContext
  readonly #location: string | undefined
  readonly #drafts = { items: [] as DraftItem[], itemsByKey: new Map<string, DraftItem>() }
  readonly #categories = new Map<DraftItem, Categories>()

  constructor(context: ReadingContext) {
    this.#context = context
    this.#location = context.options.location
  }

  /** Adds the variation of a row, unless Square hides it. @param locations those that the sheet has columns of */
  add(row: Row, locations: readonly string[]): void {
    const reason = reasonRowLeftOut(row, this.#location === undefined ? locations : [this.#location])
    const item = reason === undefined ? this.#itemOf(row) : undefined
    if (reason !== undefined) this.#context.report.addNote(reason)
    if (item !== undefined) this.#addVariation(row, item, locations)
  }

  #itemOf(row: Row): DraftItem | undefined {
    const token = row.id('token')
    const name = row.text('item name')
    const key = token || name
    if (key === '' || (name === '' && !this.#drafts.itemsByKey.has(key)))
      return row.refuse('item name', 'must name the item')
    const item =
      this.#drafts.itemsByKey.get(key) ??
      addItem(this.#drafts, row.text('customer facing name') || name, row, key)
    item.sourceId = token || undefined
    if (row.has('description')) item.description ??= readDescription(row, 'description')
    const { paths } = this.#categories.get(item) ?? { paths: new Map<string, Path>() }
    this.#categories.set(item, { row, paths })
    const known = paths.size
    for (const path of categoriesIn(row)) paths.set(JSON.stringify(path), path)
    this.#context.budget.spend(item.name, paths.size - known)
    return item
  }

  #addVariation(row: Row, item: DraftItem, locations: readonly string[]): void {
    const name = row.text('variation name')
    if (item.itemsByKey.has(name))
      row.refuse('variation name', `must differ from the names of other variations of ${shorten(item.name)}`)
    const size = addItem(item, name || item.name, row, name)
    size.inStock = this.#isInStock(row)
    item.inStock = size.inStock === undefined ? undefined : true
    size.price = this.#priceOf(row, locations, `${item.name} ${name}`.trim())
  }

  #isInStock(row: Row): boolean | undefined {
    const stockRole = roleAt('current quantity', this.#location)
    if (this.#location === undefined || !row.has(stockRole)) return undefined
    const quantity = Number(row.text(stockRole).replaceAll(',', ''))
    if (Number.isNaN(quantity))
      row.refuse(stockRole, `must be a number, or empty, got ${showValue(row.text(stockRole))}`)
    return row.text(stockRole) === '' || quantity > 0
  }

  /** An empty cell of a location means that the price for all locations applies. */
  #priceOf(row: Row, locations: readonly string[], name: string): number | null | undefined {
    const atLocation = roleAt('price', this.#location)
    const own = this.#location === undefined || row.text(atLocation) === '' ? 'price' : atLocation
    const others =
      this.#location === undefined ? locations.map((place) => row.text(roleAt('price', place))) : []
    const differing = others.filter((text) => text !== '' && text !== row.text('price'))
    if (differing.length > 0 && row.text('price') === '')
      row.refuse('price', 'must not be empty where there are prices of locations: name one with --location')
    else if (differing.length > 0) this.#context.report.addNote(differsAt('--location'))
    if (!PIECES.test(row.text('unit and precision'))) row.refuse('unit and precision', NOT_BY_PIECE)
    if (!row.has(own)) return undefined
    if (row.text(own).toLowerCase() === 'variable') return null
    return readPriceCell(row, own, name, this.#context.prices, { hasDecimalPoint: true })
  }

  /** The categories as groups, in the order of their first items. An item is in each of its categories. */
  groups(): readonly SourceGroup[] {
    const menu = newMenu({ name: '' })
    const others: DraftItem[] = []
    for (const [item, { row, paths }] of this.#categories) {
      this.#context.budget.spend(item.name, paths.size * item.items.length)
      for (const path of paths.values()) getOrAddGroup(menu, path, row).items.push(item)
      if (paths.size === 0) others.push(item)
    }
    return withOthers(menu.groups.map(toSourceGroup), others.map(toSourceItem))
  }
}

/** The first of these columns that is not empty counts. */
const CATEGORIES = ['categories', 'category', 'reporting category'] as const
/** Square writes the token of a category after its name: `Coffee (6YFV2LGRRKPFYEIEN2ZRAGWR)`. */
const TOKEN = / \(#?[A-Z0-9]{8,}\)$/

function categoriesIn(row: Row): readonly Path[] {
  const text = CATEGORIES.map((column) => row.text(column)).find((cell) => cell !== '') ?? ''
  return text
    .split(',')
    .map((name) => parsePath(name.trim()).flatMap((part) => part.replace(TOKEN, '').trim() || []))
    .filter((path) => path.length > 0)
}

const GIFT_CARD = /\bgift[\s_]?cards?\b/i

/** Why a row is left out of the menu; undefined if it is on it. @param places it must be enabled at one of these locations */
function reasonRowLeftOut(row: Row, places: readonly string[]): CountedText | undefined {
  const enabled = places.map((place) => roleAt('enabled', place))
  const isEnabled = enabled.some((column) => !row.has(column) || readYesNoCell(row, column))
  const reasons = [
    [readYesNoCell(row, 'archived'), 'archived'],
    [row.text('square online item visibility').toLowerCase() === 'hidden', 'hidden'],
    [readYesNoCell(row, 'sellable') === false, 'not sellable'],
    [GIFT_CARD.test(row.text('item type')), '[a gift card|gift cards]'],
    [places.length > 0 && !isEnabled, `not enabled at ${places.join(', ')}`],
  ] as const
  const [, reason] = reasons.find(([applies]) => applies) ?? []
  return reason && `[item is|items are] left out, because [it is|they are] ${reason}`
}
