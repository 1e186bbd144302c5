import { showValue } from '../../errors.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { cleanDescription } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { normalizeHeading } from '../table/columns.ts'
import { readPath } from '../table/escapes.ts'
import type { PriceColumn } from '../table/prices.ts'
import type { TableRow } from '../table/row.ts'

type Row = TableRow<string>

/** An item of a library, from all rows that share its token or its name. */
export interface LibraryItem {
  readonly name: string
  description: string | null | undefined
  /** The paths of its categories, each once. */
  readonly categories: Map<string, readonly string[]>
  readonly variations: Variation[]
}

interface Variation {
  readonly token: string
  readonly name: string
  readonly inStock: boolean | undefined
  price: number | null | undefined
}

const YES: ReadonlySet<string> = new Set(['y', 'yes', 'true', '1'])
/** Of these columns, the first one that has anything counts. */
const CATEGORY_COLUMNS = ['categories', 'category', 'reporting category']
const ARCHIVED = '[item is|items are] left out, because [it is|they are] archived'
const HIDDEN = '[item is|items are] left out, because [it is|they are] hidden'

/** Collects the items of a library. */
export interface Library {
  readonly items: ReadonlySet<LibraryItem>
  read(row: Row): void
  /** Reports what was left out. */
  end(): void
}

/** @param location the location whose columns are read; without one, everything is taken as in stock */
export function createLibrary(
  location: string | undefined,
  prices: PriceColumn,
  report: ConversionReport,
): Library {
  const byToken = new Map<string, LibraryItem>()
  const byName = new Map<string, LibraryItem>()
  const items = new Set<LibraryItem>()
  const leftOut = new Map<Reason, Set<string>>()
  const notEnabled = `[item is|items are] left out, because [it is|they are] not enabled at ${location}`

  return {
    items,

    read(row) {
      const name = row.text('item name')
      const token = row.id('token')
      if (name === '' && !byToken.has(token)) {
        row.fault('item name', 'must name the item')
        return
      }
      const reason = reasonToLeaveOut(row)
      if (reason === undefined) fill(row, itemOf(row, name, token), token)
      else leftOut.set(reason, (leftOut.get(reason) ?? new Set()).add(name || token))
    },

    end() {
      for (const [reason, names] of leftOut) report.skip(reason, names.size)
    },
  }

  function reasonToLeaveOut(row: Row): Reason | undefined {
    if (isYes(row, 'archived')) return ARCHIVED
    if (row.text('square online item visibility').toLowerCase() === 'hidden') return HIDDEN
    const enabled = normalizeHeading(`enabled ${location}`)
    return location !== undefined && row.has(enabled) && !isYes(row, enabled) ? notEnabled : undefined
  }

  function itemOf(row: Row, name: string, token: string): LibraryItem {
    const item = byToken.get(token) ?? byName.get(name) ?? newItem(row, name)
    items.add(item)
    if (token !== '') byToken.set(token, item)
    if (name !== '') byName.set(name, item)
    return item
  }

  function fill(row: Row, item: LibraryItem, token: string): void {
    if (row.has('description')) item.description ??= cleanDescription(row.rawText('description'))
    for (const path of categoriesOf(row)) item.categories.set(JSON.stringify(path), path)
    const name = row.text('variation name')
    const variation = { token, name, inStock: isInStock(row), price: row.has('price') ? null : undefined }
    item.variations.push(variation)
    if (row.text('price').toLowerCase() === 'variable') return
    prices.read(row, variation, name === '' ? item.name : `${item.name} > ${name}`)
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

function newItem(row: Row, itemName: string): LibraryItem {
  const name = row.text('customer facing name') || itemName
  return { name, description: undefined, categories: new Map(), variations: [] }
}

function isYes(row: Row, column: string): boolean {
  return YES.has(row.text(column).toLowerCase())
}

function categoriesOf(row: Row): readonly (readonly string[])[] {
  const text = CATEGORY_COLUMNS.map((column) => row.text(column)).find((cell) => cell !== '') ?? ''
  const names = text.split(',').map((name) => name.trim())
  return names.filter((name) => name !== '').map(readPath)
}

/** A new copy of the item for one of its categories. */
export function toSourceItem({ name, description, variations }: LibraryItem): SourceItem {
  const tokens = new Set(variations.map(({ token }) => token))
  // A token belongs to the item if its rows share it, and else to the variation.
  const [shared] = tokens.size === 1 ? tokens : []
  const sizes = variations.map((variation) => ({
    items: [],
    sourceId: shared === undefined ? variation.token || undefined : undefined,
    name: variation.name || name,
    price: variation.price,
    inStock: variation.inStock,
  }))
  const [first] = variations
  const item = {
    items: [],
    sourceId: shared || undefined,
    name,
    description,
    // The item itself says nothing of what its variations cannot say.
    price: first?.price === undefined ? undefined : null,
    inStock: first?.inStock === undefined ? undefined : variations.some(({ inStock }) => inStock),
  }
  return withVariants(item, sizes)
}
