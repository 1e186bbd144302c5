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

type Kind = PriceHeading['kind']
/** Columns with these may have the prices that guests pay. */
const OTHER_KINDS: readonly Kind[] = ['plain', 'usual', 'rival', 'gross', 'unknown']
/** Beside sizes, guests may pay one of these instead. */
const RIVALS_OF_SIZES: readonly Kind[] = ['rival', 'gross', 'usual']

/** A column whose heading says something of prices. */
interface Candidate extends PriceHeading {
  readonly column: number
  readonly heading: string
}

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
    return read === undefined ? [] : [{ column, heading, ...read }]
  })
  const candidates = withoutBare(all)
  const plain = candidates.filter(({ kind }) => kind === 'plain')
  if (plain.length > 0) return choosePlain(plain, candidates.filter(isRival), wanted)
  return candidates.some(({ kind }) => kind === 'size') ? chooseSizes(candidates) : chooseOne(candidates)
}

/** A heading such as `Glass` is about prices where others are, too, and where no other column has the prices. */
function withoutBare(all: readonly Candidate[]): readonly Candidate[] {
  const sizes = all.filter(({ kind }) => kind === 'size')
  const hasOther = all.some(({ kind }) => OTHER_KINDS.includes(kind))
  return hasOther || sizes.length < 2 ? all.filter(({ isBare }) => !isBare) : all
}

/** Whether guests may pay this instead of the usual price. */
function isRival({ kind }: Candidate): boolean {
  return kind === 'rival' || kind === 'gross'
}

/** A column `Price`, or one of several that name their currency. */
function choosePlain(
  plain: readonly Candidate[],
  rivals: readonly Candidate[],
  wanted: string,
): PriceColumns {
  const inWanted = plain.filter(({ currency }) => currenciesOf(currency)?.has(wanted.toUpperCase()))
  const [only, ...others] = plain.length > 1 ? inWanted : plain
  if (only !== undefined && others.length === 0)
    return rivals.length > 0 ? several([only, ...rivals]) : { price: only.column }
  const haveCurrencies = plain.every(({ currency }) => currency !== '')
  const problem = haveCurrencies
    ? `has prices in several currencies (${listed(plain)}), of which --currency chooses one`
    : `has several columns that could be the price (${listed(plain)})`
  return { problem }
}

function chooseSizes(all: readonly Candidate[]): PriceColumns {
  const sizes = all.flatMap(({ size, ...one }) => (size === undefined ? [] : [{ ...one, name: size }]))
  const others = all.filter(({ size, kind }) => size === undefined && RIVALS_OF_SIZES.includes(kind))
  if (others.length > 0) return several([...all.filter(({ size }) => size !== undefined), ...others])
  const names = new Set(sizes.map(({ name }) => name.toLowerCase()))
  return names.size === sizes.length
    ? { sizes: new Map(sizes.map(({ column, name, currency }) => [column, { name, currency }])) }
    : several(all)
}

/** Without sizes, and without a column `Price`. */
function chooseOne(all: readonly Candidate[]): PriceColumns {
  const ofGuests = all.filter(({ kind }) => kind !== 'hidden' && kind !== 'noAmount')
  const [only, ...others] = ofGuests
  if (only?.kind === 'gross' && others.length === 0) return { price: only.column }
  const [usual, ...otherUsual] = ofGuests.filter(({ kind }) => kind === 'usual')
  if (usual && otherUsual.length === 0 && !ofGuests.some(isRival)) return { price: usual.column }
  return ofGuests.length > 0 ? several(ofGuests) : {}
}

function several(some: readonly Candidate[]): PriceColumns {
  const what =
    some.length > 1
      ? 'several columns of prices, and which is for guests today'
      : 'a column of prices, and whether it is for guests today'
  return { problem: `has ${what} is not certain (${listed(some)})` }
}

function listed(some: readonly Candidate[]): string {
  return listHeadings(some.map(({ heading }) => heading))
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
