import { showValue } from '../../documents/document-error.ts'
import { cut } from '../../lib/text/cut-to.ts'
import { differsAt } from '../mapping/losses.ts'
import { Budget } from '../mapping/reading.ts'
import { cleanDescription } from '../mapping/text.ts'
import { isNameless } from '../mapping/variants.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { isFoodTag } from '../tables/columns.ts'
import { readYesNo } from '../tables/fields.ts'
import { normalizeHeading } from '../tables/headings.ts'
import type { TablePrices } from '../tables/price-cells.ts'
import { rowLabel, type TableRow } from '../tables/row.ts'
import { categoriesOf } from './headings.ts'

type Row = TableRow<string>

/** An item of a library, from all rows that share its token, or its name if they have no token. */
export interface LibraryItem {
  readonly row: Row
  readonly token: string
  readonly name: string
  description: string | null | undefined
  /** Undefined if there is no column for tags. */
  tags: readonly string[] | undefined
  /** The paths of its categories, each once. */
  readonly categories: Map<string, readonly string[]>
  readonly variations: Variation[]
}

interface Variation {
  readonly name: string
  readonly inStock: boolean | undefined
  price: number | null | undefined
}

const BY_MEASURE =
  'must be sold by the piece, since a board would show the price as that of one: change that, or leave the column out with --ignore "Unit and Precision"'
const PIECES = /^(?:(?:per )?(?:item|each|ea|unit|piece|pcs?)\b.*|[\s.,0()-]*)$/i

/** Collects the items of a library. @param location the location whose columns are read */
export function createLibrary(location: string | undefined, prices: TablePrices, report: ConversionReport) {
  const items = new Map<string, LibraryItem>()
  const firstOfName = new Map<string, LibraryItem>()
  const budget = new Budget()
  const at = (column: string, place = location) => normalizeHeading(`${column} ${place}`)
  return { items, read }

  /** @param locations that have columns in the table */
  function read(row: Row, locations: readonly string[]): void {
    const reason = reasonToLeaveOut(row, locations)
    if (row.text('item name') === '' && !items.has(row.id('token')))
      row.fault('item name', 'must name the item')
    else if (reason === undefined) readVariation(row, locations)
    else report.skip(reason)
  }

  function readVariation(row: Row, locations: readonly string[]): void {
    const token = row.id('token')
    const name = row.text('item name')
    const item = items.get(token || name) ?? newItem(row, name, token)
    describe(row, item)
    const variation = { name: row.text('variation name'), inStock: isInStock(row), price: undefined }
    if (item.variations.some(({ name }) => name === variation.name))
      row.fault('variation name', `must be another one than that of other variations of ${cut(item.name)}`)
    item.variations.push(variation)
    readPrice(row, variation, locations, `${item.name} ${variation.name}`.trim())
  }

  function newItem(row: Row, itemName: string, token: string): LibraryItem {
    const name = row.text('customer facing name') || itemName
    const item = {
      row,
      token,
      name,
      description: undefined,
      tags: undefined,
      categories: new Map(),
      variations: [],
    }
    const same = firstOfName.get(itemName)
    if (same === undefined) firstOfName.set(itemName, item)
    else refuseVariation(row, same)
    items.set(token || itemName, item)
    return item
  }

  /** The reason why a row is not on the menu; undefined if it is. */
  function reasonToLeaveOut(row: Row, locations: readonly string[]): Reason | undefined {
    if (readYesNo(row.text('archived'))) return leftOut('archived')
    if (row.text('square online item visibility').toLowerCase() === 'hidden') return leftOut('hidden')
    if (readYesNo(row.text('sellable')) === false) return leftOut('not sellable')
    if (/\bgift\s?cards?\b/i.test(row.text('item type').replaceAll('_', ' ')))
      return leftOut('[a gift card|gift cards]')
    const asked = location === undefined ? locations : [location]
    const isEnabled = (place: string) =>
      !row.has(at('enabled', place)) || readYesNo(row.text(at('enabled', place)))
    return asked.length === 0 || asked.some(isEnabled)
      ? undefined
      : leftOut(`not enabled at ${asked.join(', ')}`)
  }

  function describe(row: Row, item: LibraryItem): void {
    if (row.has('description')) item.description ??= cleanDescription(row.rawText('description'))
    const paths = categoriesOf(row)
    budget.spend(item.name, paths.length)
    for (const path of paths) item.categories.set(JSON.stringify(path), path)
    const said = row.roles().filter(isFoodTag)
    const tags = said.filter((role) => isYes(row, role))
    if (said.length > 0 && item.tags !== undefined && item.tags.join() !== tags.join())
      row.fault(said[0], `must be the same in all variations of ${cut(item.name)}`)
    if (said.length > 0) item.tags ??= tags
  }

  function isInStock(row: Row): boolean | undefined {
    const column = at('current quantity')
    if (location === undefined || !row.has(column)) return undefined
    const quantity = Number(row.text(column).replaceAll(',', ''))
    if (Number.isNaN(quantity))
      row.fault(column, `must be a number, or empty, got ${showValue(row.text(column))}`)
    return row.text(column) === '' || quantity > 0
  }

  /** An empty cell of a location means that the price for all locations applies. */
  function readPrice(row: Row, variation: Variation, locations: readonly string[], name: string): void {
    const own = location === undefined || row.text(at('price')) === '' ? 'price' : at('price')
    const others = location === undefined ? locations.map((place) => row.text(at('price', place))) : []
    const differing = others.filter((text) => text !== '' && text !== row.text('price'))
    if (differing.length > 0 && row.text('price') === '')
      row.fault('price', 'must not be empty where there are prices of locations: name one with --location')
    else if (differing.length > 0) report.skip(differsAt('--location'))
    if (!PIECES.test(row.text('unit and precision'))) row.fault('unit and precision', BY_MEASURE)
    if (!row.has(own)) return
    variation.price = null
    if (row.text(own).toLowerCase() !== 'variable')
      prices.read(row, own, variation, name, { isEnglish: true })
  }
}

function isYes(row: Row, role: string): boolean {
  const answer = readYesNo(row.text(role))
  if (answer === undefined) row.fault(role, `must be yes or no, got ${showValue(row.text(role))}`)
  return answer ?? false
}

/** Different tokens are different items, unless both have variations, and the same categories. */
function refuseVariation(row: Row, { row: first, variations, categories }: LibraryItem): void {
  const isNamed = (name: string) => !isNameless(name)
  const paths = categoriesOf(row).map((path) => JSON.stringify(path))
  const hasSame = paths.length === categories.size && paths.every((path) => categories.has(path))
  if (hasSame && isNamed(row.text('variation name')) && variations.some(({ name }) => isNamed(name)))
    row.fault(
      'token',
      `must be that of ${rowLabel(first.place)}, if this is another variation of the same item: give both the same token, or the items different names`,
    )
}

function leftOut(cause: string): Reason {
  return `[item is|items are] left out, because [it is|they are] ${cause}`
}
