import { showValue } from '../../errors.ts'
import { BY_MEASURE } from '../mapping/losses.ts'
import { cleanDescription } from '../mapping/text.ts'
import { isNameless } from '../mapping/variants.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { normalizeHeading } from '../table/columns.ts'
import type { PriceColumn } from '../table/prices.ts'
import type { TableRow } from '../table/row.ts'
import { readYesNo } from '../table/stock.ts'
import { categoriesOf, dropShortTokens } from './categories.ts'
import type { LibraryItem, Variation } from './items.ts'
import { createPriceOf } from './prices.ts'

type Row = TableRow<string>

const OPTION_COLUMNS = ['', ' 1', ' 2', ' 3', ' 4', ' 5', ' 6'].map((number) => `option value${number}`)
/** What the unit of something says that is sold by the piece. */
const PIECES = /^(?:(?:per\s+)?(?:item|each|ea|unit|piece|pcs?)\b)?[\s.,0()-]*$/i

/**
 * Collects the items of a library.
 * @param location the location whose columns are read; without one, everything is taken as in stock
 */
export function createLibrary(location: string | undefined, prices: PriceColumn, report: ConversionReport) {
  const byToken = new Map<string, LibraryItem>()
  const byName = new Map<string, LibraryItem[]>()
  const items = new Set<LibraryItem>()
  const notOnMenu = new Map<Reason, Set<string>>()
  const readPrice = createPriceOf(location, prices, report)

  return { items, read, end }

  /**
   * @param locations those that the table has columns of
   * @returns the item of the row; undefined if it has none, or if it is left out
   */
  function read(row: Row, locations: readonly string[]): LibraryItem | undefined {
    const name = row.text('item name')
    const token = row.id('token')
    if (name === '' && !byToken.has(token)) {
      row.fault('item name', 'must name the item')
      return undefined
    }
    const reason = reasonToLeaveOut(row, location)
    if (reason !== undefined) {
      notOnMenu.set(reason, (notOnMenu.get(reason) ?? new Set()).add(name || token))
      return undefined
    }
    const item = itemOf(row, name, token)
    fill(row, item, token, locations)
    return item
  }

  function end(): void {
    dropShortTokens(items)
    for (const [reason, names] of notOnMenu) report.skip(reason, names.size)
  }

  function itemOf(row: Row, name: string, token: string): LibraryItem {
    const sameName = byName.get(name) ?? []
    const known = byToken.get(token) ?? sameName.find((item) => isVariationOf(item, row, token))
    const item = known ?? newItem(row, name)
    items.add(item)
    if (token !== '') byToken.set(token, item)
    if (name !== '' && known === undefined) byName.set(name, [...sameName, item])
    return item
  }

  function fill(row: Row, item: LibraryItem, token: string, locations: readonly string[]): void {
    if (row.has('description')) item.description ??= cleanDescription(row.rawText('description'))
    for (const path of categoriesOf(row)) item.categories.set(JSON.stringify(path), path)
    const name = variationNameOf(row)
    const variation: Variation = { token, name, inStock: isInStock(row), price: undefined }
    item.variations.push(variation)
    const fullName = name === '' ? item.name : `${item.name} > ${name}`
    readPrice(row, locations, variation, fullName)
    const unit = row.text('unit and precision')
    if (!PIECES.test(unit)) report.lose(BY_MEASURE, `${fullName} (${unit})`)
  }

  function isInStock(row: Row): boolean | undefined {
    const column = normalizeHeading(`current quantity ${location}`)
    if (location === undefined || !row.has(column)) return undefined
    const text = row.text(column).replaceAll(',', '')
    const quantity = Number(text)
    if (Number.isNaN(quantity)) row.fault(column, `must be a number, or empty, got ${showValue(text)}`)
    return text === '' || quantity > 0
  }
}

/** Why a row is not on the menu; undefined if it is. */
function reasonToLeaveOut(row: Row, location: string | undefined): Reason | undefined {
  const enabled = normalizeHeading(`enabled ${location}`)
  if (readYesNo(row.text('archived'))) return leftOut('archived')
  if (row.text('square online item visibility').toLowerCase() === 'hidden') return leftOut('hidden')
  if (readYesNo(row.text('sellable')) === false) return leftOut('not sellable')
  if (/\bgift\s?cards?\b/i.test(row.text('item type').replaceAll('_', ' ')))
    return leftOut('[a gift card|gift cards]')
  const isEnabled = location === undefined || !row.has(enabled) || readYesNo(row.text(enabled))
  return isEnabled ? undefined : leftOut(`not enabled at ${location}`)
}

function leftOut(cause: string): Reason {
  return `[item is|items are] left out, because [it is|they are] ${cause}`
}

/**
 * Whether a row is another variation of an item of the same name. Where each has a token of its own, that may be an item's or a
 * variation's: variations have different names, and one category.
 */
function isVariationOf({ variations, categories }: LibraryItem, row: Row, token: string): boolean {
  if (token === '' || variations.some((one) => one.token === '')) return true
  const name = variationNameOf(row).toLowerCase()
  const paths = categoriesOf(row).map((path) => JSON.stringify(path))
  return (
    name !== '' &&
    variations.every((one) => one.name !== '' && one.name.toLowerCase() !== name) &&
    paths.length === categories.size &&
    paths.every((path) => categories.has(path))
  )
}

/** Its name, or else the values of its options, such as `Large, Oat`. A name that all variations get says nothing. */
function variationNameOf(row: Row): string {
  const values = OPTION_COLUMNS.map((column) => row.text(column)).filter((text) => text !== '')
  const name = row.text('variation name')
  return name === '' || (values.length > 0 && isNameless(name)) ? values.join(', ') : name
}

function newItem(row: Row, itemName: string): LibraryItem {
  const name = row.text('customer facing name') || itemName
  return { name, description: undefined, tags: undefined, categories: new Map(), variations: [] }
}
