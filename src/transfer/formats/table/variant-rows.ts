import type { Cell, Row } from '../containers/container.ts'
import { cleanText } from '../mapping/text.ts'
import { type ColumnRole, type Columns, normalizeHeading } from './columns.ts'

/** The value of an option, and its name, as Loyverse and Shopify call them: `Option 1 value`, `Option1 Name`. */
const OPTION_VALUE = /^option ?[123] value$/
const OPTION_NAME = /^option ?[123] name$/
/** Shopify's only variant of a product without options. */
const NO_OPTION = 'Default Title'
const OF_PLACE: readonly ColumnRole[] = ['menu', 'location', 'restaurant', 'group', 'subcategory', 'item']
const OF_SIZE: readonly ColumnRole[] = ['size', 'price', 'calories', 'in stock', 'sold out', 'id']

/**
 * The rows of variants in exports of shops: only the first variant of an item has its name, and a handle says which are its others.
 * @returns the columns that are read besides those of roles, and a function that splits a row into those of an item and its variant
 */
export function variantRows({ at, headings, sizes }: Columns) {
  const columnsOf = (names: RegExp) =>
    [...headings].filter(([, heading]) => names.test(normalizeHeading(heading))).map(([column]) => column)
  const [handle] = columnsOf(/^handle$/)
  const values = columnsOf(OPTION_VALUE)
  const size = at.get('size')
  if (handle === undefined || size === undefined || !values.includes(size))
    return { used: [], split: undefined }
  const places = columnsIn(OF_PLACE)
  const sizeColumns = new Set([...columnsIn(OF_SIZE), ...values, ...(sizes?.keys() ?? [])])
  let first: Row | undefined

  return {
    used: [handle, ...values, ...columnsOf(OPTION_NAME)],
    split(row: Row): readonly Row[] {
      const named = withSize(withPlace(row))
      if (named.cells.has(at.get('item') ?? -1)) first = named
      if (!named.cells.has(size)) return [named]
      const ofItem = only(named, (column) => !sizeColumns.has(column))
      const ofSize = only(named, (column) => sizeColumns.has(column) || places.has(column))
      return row.cells.has(at.get('item') ?? -1) ? [ofItem, ofSize] : [ofSize]
    },
  }

  function columnsIn(roles: readonly ColumnRole[]): ReadonlySet<number> {
    return new Set(roles.flatMap((role) => at.get(role) ?? []))
  }

  /** A row without an item gets what the first row of its handle says, if there is anything of a variant in it. */
  function withPlace(row: Row): Row {
    const isVariant = [...sizeColumns].some((column) => row.cells.has(column))
    const isOfFirst = textAt(row, handle) === '' || textAt(row, handle) === textAt(first, handle)
    if (first === undefined || row.cells.has(at.get('item') ?? -1) || !isVariant || !isOfFirst) return row
    const place = [...first.cells].filter(([column]) => places.has(column))
    return { ...row, cells: new Map<number, Cell>([...place, ...row.cells]) }
  }

  function withSize(row: Row): Row {
    const options = values
      .map((column) => textAt(row, column))
      .filter((text) => text !== '' && text !== NO_OPTION)
    const cells = new Map(row.cells)
    if (options.length > 0) cells.set(size ?? -1, options.join(' / '))
    else cells.delete(size ?? -1)
    return { ...row, cells }
  }
}

function textAt(row: Row | undefined, column = -1): string {
  return cleanText(row?.marks.get(column)?.shown ?? row?.cells.get(column))
}

function only(row: Row, isKept: (column: number) => boolean): Row {
  return {
    ...row,
    cells: new Map([...row.cells].filter(([column]) => isKept(column))),
    marks: new Map([...row.marks].filter(([column]) => isKept(column))),
  }
}
