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

interface Tagged {
  tags: readonly string[] | undefined
}

interface Unclear {
  readonly kind: 'cross' | 'x' | 'other'
  readonly label: string
  give(): void
}

export type MarkColumns = ReturnType<typeof markColumns>

/** Reads the columns of a sheet whose headings are allergens or diets: a mark gives the tag of its column. */
export function markColumns({ marks = new Map(), headings }: Columns, report: ConversionReport) {
  /** The cells of columns that are not clear, and the columns that have marks. */
  const unclear = new Map<number, Unclear[]>()
  const marked = new Set<number>()
  const items: Tagged[] = []
  let hasTicks = false

  return { read, end }

  /** @param name what the report calls the item */
  function read(row: TableRow, item: Tagged, name: string): void {
    if (marks.size > 0) items.push(item)
    for (const [column, tag, text] of row.markedCells()) {
      const heading = headings.get(column) ?? ''
      const meaning = meaningOf(text, tag, EAST_ASIAN.test(heading))
      const give = (tags: readonly string[] = []) => addTags(item, [tag, ...tags], heading, name)
      const cells = unclear.get(column) ?? []
      unclear.set(column, cells)
      hasTicks ||= meaning === 'tick'
      if (meaning === 'x' || meaning === 'cross' || meaning === 'other')
        cells.push({ kind: meaning, label: `${rowLabel(row.place)}, ${heading} (${text})`, give })
      else {
        marked.add(column)
        if (meaning !== 'no') give(typeof meaning === 'string' ? [] : meaning)
      }
    }
  }

  function addTags(item: Tagged, tags: readonly string[], heading: string, name: string): void {
    item.tags = [...new Set([...(item.tags ?? []), ...tags])]
    if (isShellfish(heading)) report.lose(SHELLFISH, name)
    if (hasLetters(heading)) report.assume(DIET_LETTERS, name)
  }

  /** Decides what crosses are. @returns the columns that have no marks but something else, which are not read */
  function end(): readonly number[] {
    const others: number[] = []
    for (const [column, cells] of unclear) {
      const rest = cells.filter((cell) => !isSettled(cell))
      const isOther =
        rest.length > 0 && rest.length === cells.length && rest.every(({ kind }) => kind === 'other')
      if (isOther && !marked.has(column)) others.push(column)
      else for (const { label } of rest) report.lose(UNCLEAR, label)
    }
    if (others.length < marks.size) for (const item of items) item.tags ??= []
    return others
  }

  /** An x is a mark, unless there are ticks as well; a cross is one of nothing beside ticks. */
  function isSettled({ kind, give }: Unclear): boolean {
    if (kind === 'x' && !hasTicks) give()
    return kind === 'x' ? !hasTicks : kind === 'cross' && hasTicks
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
