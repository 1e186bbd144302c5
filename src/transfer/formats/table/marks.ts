import { dietTag, isShellfish } from '../../food-tags.ts'
import { parseAllergens } from '../mapping/allergen-text.ts'
import { DIET_LETTERS, SHELLFISH } from '../mapping/losses.ts'
import { isDenial } from '../mapping/name-lists.ts'
import type { ConversionReport } from '../report.ts'
import type { Columns } from './columns.ts'
import { hasLetters } from './mark-headings.ts'
import { rowLabel } from './place.ts'
import type { TableRow } from './row.ts'
import { readYesNo } from './stock.ts'

const UNCLEAR =
  '[mark is|marks are] not read, because what [it means|they mean] is not certain (write x for what is contained or suitable, and leave other cells empty)'

const MARKS: ReadonlySet<string> = new Set([...'•●■◼◾*+', 'wahr', 'vrai'])
const TICKS: ReadonlySet<string> = new Set('✓✔✅☑')
/** In East Asia a circle is yes. */
const CIRCLES: ReadonlySet<string> = new Set('○◯〇')
/** In lists with ticks, these are no. Alone, they may mark what is contained. */
const CROSSES: ReadonlySet<string> = new Set('✗✘✕✖❌❎☒×')
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** Something that gets tags. */
interface Tagged {
  tags: readonly string[] | undefined
}

interface Unclear {
  readonly kind: 'cross' | 'x' | 'other'
  readonly label: string
  readonly give: () => void
}

/** What is found in a column. */
interface Found {
  hasMark: boolean
  readonly unclear: Unclear[]
}

/** Reads the columns of a sheet whose headings are allergens or diets: a mark gives the tag of its column. */
export class MarkColumns {
  readonly #columns: Columns
  readonly #report: ConversionReport
  readonly #found = new Map<number, Found>()
  readonly #items: Tagged[] = []
  #hasTicks = false

  constructor(columns: Columns, report: ConversionReport) {
    this.#columns = columns
    this.#report = report
  }

  /** @param name what the report calls the item */
  read(row: TableRow, item: Tagged, name: string): void {
    if (!this.#columns.marks?.size) return
    this.#items.push(item)
    for (const [column, tag, text] of row.markedCells()) this.#readCell(row, column, tag, text, item, name)
  }

  #readCell(row: TableRow, column: number, tag: string, text: string, item: Tagged, name: string): void {
    const heading = this.#columns.headings.get(column) ?? ''
    const found = this.#found.get(column) ?? { hasMark: false, unclear: [] }
    this.#found.set(column, found)
    const meaning = meaningOf(text, tag, EAST_ASIAN.test(heading))
    const give = (tags: readonly string[] = [tag]) => this.#give(item, tags, heading, name)
    if (meaning === 'tick') this.#hasTicks = true
    if (meaning === 'x' || meaning === 'cross' || meaning === 'other')
      found.unclear.push({
        kind: meaning,
        label: `${rowLabel(row.place)}, ${heading} (${text})`,
        give: () => give(),
      })
    else {
      found.hasMark = true
      if (meaning !== 'no') give(typeof meaning === 'string' ? [tag] : [tag, ...meaning])
    }
  }

  #give(item: Tagged, tags: readonly string[], heading: string, name: string): void {
    item.tags = [...new Set([...(item.tags ?? []), ...tags])]
    if (isShellfish(heading)) this.#report.lose(SHELLFISH, name)
    if (hasLetters(heading)) this.#report.assume(DIET_LETTERS, name)
  }

  /** Decides what crosses are. @returns the columns that have no marks but something else, which are not read */
  end(): readonly number[] {
    const others: number[] = []
    for (const [column, { hasMark, unclear }] of this.#found) {
      const rest = unclear.filter((cell) => !this.#isSettled(cell))
      if (
        rest.length === 0 ||
        hasMark ||
        rest.length < unclear.length ||
        rest.some(({ kind }) => kind !== 'other')
      )
        for (const { label } of rest) this.#report.lose(UNCLEAR, label)
      else others.push(column)
    }
    if (others.length < (this.#columns.marks?.size ?? 0)) for (const item of this.#items) item.tags ??= []
    return others
  }

  /** An x is a mark, unless there are ticks as well; a cross is one of nothing beside ticks. */
  #isSettled({ kind, give }: Unclear): boolean {
    if (kind === 'x' && !this.#hasTicks) give()
    return kind === 'x' ? !this.#hasTicks : kind === 'cross' && this.#hasTicks
  }
}

/** What a cell says, or the tags of the allergens that it names. */
function meaningOf(
  text: string,
  tag: string,
  isEastAsian: boolean,
): 'yes' | 'tick' | 'no' | 'x' | 'cross' | 'other' | readonly string[] {
  const word = text.replace(/\ufe0f/gu, '').toLowerCase()
  if (word === 'x' && !isEastAsian) return 'x'
  if (TICKS.has(word) || (isEastAsian && CIRCLES.has(word))) return 'tick'
  if (CROSSES.has(word)) return 'cross'
  if (MARKS.has(word)) return 'yes'
  const answer = readYesNo(word)
  if (answer !== undefined) return answer ? 'yes' : 'no'
  return isDenial(word) ? 'no' : (namesIn(text, tag) ?? 'other')
}

/** The tags of what a cell names instead of a mark: `wheat` below `Gluten`, or `vegan` below `Vegan`. */
function namesIn(text: string, tag: string): readonly string[] | undefined {
  if (tag.startsWith('diet:')) return dietTag(text) === tag ? [] : undefined
  const { slugs, unknown, lost, hasTraces, isNumbered } = parseAllergens(text)
  const isClear = slugs.size > 0 && unknown.size === 0 && lost.length === 0 && !hasTraces && !isNumbered
  return isClear ? [...slugs].map((slug) => `allergen:${slug}`) : undefined
}
