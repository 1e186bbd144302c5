import { currenciesOf } from '../mapping/currencies.ts'
import type { Reason } from '../report.ts'
import { type PriceHeading, readPriceHeading } from './price-headings.ts'
import { listHeadings } from './refusals.ts'

/** The prices of a size. */
export interface SizeColumn {
  readonly name: string
  /** The code or sign in its heading; empty if there is none. */
  readonly currency: string
}

/** Where the prices of a table are: in one column, or in several for sizes. Or what is wrong. */
export interface PriceColumns {
  readonly price?: number | undefined
  readonly sizes?: ReadonlyMap<number, SizeColumn>
  /** A problem that `--column` solves. */
  readonly problem?: string
}

/** Columns with these may have the prices that guests pay. */
const OTHER_KINDS: ReadonlySet<PriceHeading['kind']> = new Set([
  'plain',
  'usual',
  'rival',
  'gross',
  'unknown',
])

/** Beside sizes, guests may pay one of these instead. */
const RIVALS_OF_SIZES: ReadonlySet<PriceHeading['kind']> = new Set(['rival', 'gross', 'usual'])

type Candidate = readonly [column: number, heading: PriceHeading]

const OTHER_PRICE =
  '[column of prices is|columns of prices are] not read, because another is that of the prices for guests'
const OTHER_SIZE =
  '[column is|columns are] not read, because there is a column of prices as well: if these are sizes, call that one by its size, too, such as Price Regular'
const NO_SIZE =
  '[column of prices is|columns of prices are] not read, because [its heading names|their headings name] no known size: if [it is|they are] for one, add --column "price SIZE=HEADING"'
const OTHER_CURRENCY =
  '[column is|columns are] not read, because a menu has prices in one currency, which --currency names'

/**
 * Finds the prices for guests of today. Sizes are only those whose words say so, and of other prices only what is certain is taken.
 * @param headings those of columns that are nothing else
 * @param wanted the code of the currency that the user asks for
 */
export function findPriceColumns(headings: ReadonlyMap<number, string>, wanted: string): PriceColumns {
  const all = [...headings].flatMap(([column, heading]): Candidate[] => {
    const read = readPriceHeading(heading)
    return read === undefined ? [] : [[column, read]]
  })
  const candidates = withoutBare(all)
  const plain = candidates.filter(([, { kind }]) => kind === 'plain')
  if (plain.length > 0) return choosePlain(plain, candidates, headings, wanted)
  const sizes = sizesOf(candidates)
  return sizes.size > 0 ? chooseSizes(sizes, candidates, headings) : { ...chooseOne(candidates, headings) }
}

/** A heading such as `Glass` is about prices where others are, too, and where no other column has the prices. */
function withoutBare(all: readonly Candidate[]): readonly Candidate[] {
  const sizes = all.filter(([, { kind }]) => kind === 'size')
  const hasOther = all.some(([, { kind }]) => OTHER_KINDS.has(kind))
  return hasOther || sizes.length < 2 ? all.filter(([, { isBare }]) => !isBare) : all
}

/** Whether guests may pay this instead of the usual price. */
function isRival([, { kind }]: Candidate): boolean {
  return kind === 'rival' || kind === 'gross'
}

/** A column `Price`, or one of several that name their currency. */
function choosePlain(
  plain: readonly Candidate[],
  all: readonly Candidate[],
  headings: ReadonlyMap<number, string>,
  wanted: string,
): PriceColumns {
  const inWanted = plain.filter(([, { currency }]) => currenciesOf(currency)?.has(wanted.toUpperCase()))
  const [only, ...others] = plain.length > 1 ? inWanted : plain
  if (only === undefined || others.length > 0) return { problem: severalPlain(plain, headings) }
  const rivals = all.filter(isRival)
  return rivals.length > 0 ? { problem: several([only, ...rivals], headings) } : { price: only[0] }
}

function chooseSizes(
  sizes: ReadonlyMap<number, SizeColumn>,
  all: readonly Candidate[],
  headings: ReadonlyMap<number, string>,
): PriceColumns {
  const others = all.filter(([column, { kind }]) => !sizes.has(column) && RIVALS_OF_SIZES.has(kind))
  if (others.length > 0)
    return { problem: several([...all.filter(([column]) => sizes.has(column)), ...others], headings) }
  const names = new Set([...sizes.values()].map(({ name }) => name.toLowerCase()))
  return names.size === sizes.size ? { sizes } : { problem: several(all, headings) }
}

/** Without sizes, and without a column `Price`. */
function chooseOne(all: readonly Candidate[], headings: ReadonlyMap<number, string>): PriceColumns {
  const ofGuests = all.filter(([, { kind }]) => kind !== 'hidden' && kind !== 'noAmount')
  const usual = ofGuests.filter(([, { kind }]) => kind === 'usual')
  const hasRivals = ofGuests.some(isRival)
  const [only, ...others] = ofGuests
  if (only?.[1].kind === 'gross' && others.length === 0) return { price: only[0] }
  if (usual.length === 1 && !hasRivals) return { price: usual[0]?.[0] }
  return ofGuests.length > 0 ? { problem: several(ofGuests, headings) } : {}
}

function sizesOf(candidates: readonly Candidate[]): ReadonlyMap<number, SizeColumn> {
  const isOfSize = ([, { kind }]: Candidate) => kind === 'size'
  if (!candidates.some(isOfSize)) return new Map()
  const sizes = candidates.filter(([, { size }]) => size !== undefined)
  return new Map(sizes.map(([column, { size: name = '', currency }]) => [column, { name, currency }]))
}

function severalPlain(plain: readonly Candidate[], headings: ReadonlyMap<number, string>): string {
  const list = listed(plain, headings)
  return plain.every(([, { currency }]) => currency !== '')
    ? `has prices in several currencies (${list}), of which --currency chooses one`
    : `has several columns that could be the price (${list})`
}

function several(some: readonly Candidate[], headings: ReadonlyMap<number, string>): string {
  const problem =
    some.length > 1
      ? 'has several columns of prices, and which is for guests today is not certain'
      : 'has a column of prices, and whether it is for guests today is not certain'
  return `${problem} (${listed(some, headings)})`
}

function listed(some: readonly Candidate[], headings: ReadonlyMap<number, string>): string {
  return listHeadings(some.map(([column]) => headings.get(column) ?? ''))
}

/** Why a column is not read; undefined if its heading says nothing of prices. */
export function reasonNotToReadPrices(
  heading: string,
  hasPrice: boolean,
  hasSizes: boolean,
): Reason | undefined {
  const read = readPriceHeading(heading)
  if (read === undefined || read.kind === 'noAmount' || !(hasPrice || hasSizes)) return undefined
  if (read.kind === 'plain' && read.currency !== '') return OTHER_CURRENCY
  if (read.kind === 'size' && hasPrice) return OTHER_SIZE
  return read.kind === 'unknown' && hasSizes ? NO_SIZE : OTHER_PRICE
}
