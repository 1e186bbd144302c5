import { allergenSlug, dietTag } from '../../food-tags.ts'
import { ALCOHOL } from '../mapping/losses.ts'
import { labelOf } from '../mapping/name-lists.ts'
import type { ConversionReport } from '../report.ts'
import type { Columns } from '../table/columns.ts'
import type { TableRow } from '../table/row.ts'
import { readYesNo } from '../table/stock.ts'
import { UNREAD_COLUMN } from '../table/unread-columns.ts'
import type { LibraryItem } from './items.ts'

const UNCLEAR_FLAG = '[item loses|items lose] what says neither yes nor no'
const MODIFIER_SET =
  '[set of modifiers is|sets of modifiers are] lost, because the library only has [its name|their names]'
const DIFFERENT =
  '[item has|items have] variations that differ in diets, which [it loses|they lose], or in allergens, which [it keeps|they keep]'

/** Headings, in lower case and without hyphens, of columns that are read elsewhere, or have nothing for a board. */
const WITHOUT_NEWS = [
  /^(?:token|reference handle|item name|customer facing name|variation name|description|categories|category|reporting category)$/,
  /^(?:price|enabled|current quantity|new quantity|stock alert enabled|stock alert count|total quantity)(?: |$)/,
  /^(?:archived|sellable|stockable|item type|square online item visibility|online sale price|unit and precision)$/,
  /^(?:sku|gtin|upc|barcode|permalink|image|images|image ur[il]s?|brand|option (?:name|value)(?: \d+)?)$/,
  /^(?:weight|seo|social media|tax|taxes|shipping|delivery|pickup|self serve|skip|default|vendor|unit cost|last)(?: |$)/,
]
const ALCOHOLIC = 'contains alcohol'
const MODIFIERS = 'modifier set '
const BEFORE_NAME = /^(?:contains|is|has) /

/** Reads the columns that say yes or no of an item, and names those that are not read. */
export function otherColumns(report: ConversionReport) {
  const reported = new Set<string>()
  /** What the rows of an item say yes or no to, by tags. */
  const flagsOf = new Map<LibraryItem, Map<string, Set<boolean>>>()
  const alcoholic = new Set<LibraryItem>()

  return { sheet, end }

  /** Creates a function that reads the rows of a sheet, with the numbers of the columns that they have cells in. */
  function sheet({ at, headings }: Columns<string>) {
    const all = [...at].map(([heading, column]) => {
      const tag = tagOf(heading)
      return { heading, column, tag, name: headings.get(column) ?? heading }
    })
    const flags = all.filter(({ tag }) => tag !== undefined)
    const others = new Map(all.filter(isNews).map((one) => [one.column, one]))
    return (row: TableRow<string>, columns: Iterable<number>, item: LibraryItem): void => {
      for (const { heading, tag = '', name } of flags) readFlag(item, tag, row.text(heading), name)
      // A table may have far more columns than a row has cells.
      for (const column of columns) {
        const other = others.get(column)
        if (other !== undefined) readOther(item, row.text(other.heading), other)
      }
    }
  }

  function end(): void {
    for (const item of alcoholic) report.lose(ALCOHOL, item.name)
    for (const [item, flags] of flagsOf) {
      const said = [...flags].filter(([, answers]) => answers.has(true))
      if (said.some(([, answers]) => answers.size > 1)) report.lose(DIFFERENT, item.name)
      item.tags = said.filter(([tag, { size }]) => size === 1 || !tag.startsWith('diet:')).map(([tag]) => tag)
    }
  }

  function readFlag(item: LibraryItem, tag: string, text: string, name: string): void {
    const flags = flagsOf.get(item) ?? new Map<string, Set<boolean>>()
    flagsOf.set(item, flags)
    const answer = readYesNo(text)
    if (answer !== undefined) flags.set(tag, (flags.get(tag) ?? new Set()).add(answer))
    else if (text !== '') report.lose(UNCLEAR_FLAG, labelOf(item, `${name}: ${text}`))
  }

  function readOther(
    item: LibraryItem,
    text: string,
    { heading, name }: { heading: string; name: string },
  ): void {
    const isYes = text !== '' && readYesNo(text) !== false
    if (heading === ALCOHOLIC) {
      if (isYes) alcoholic.add(item)
    } else if (heading.startsWith(MODIFIERS)) {
      if (isYes) reportOnce(MODIFIER_SET, name.replace(/^modifier set[\s_-]*/i, ''))
    } else if (text !== '') reportOnce(UNREAD_COLUMN, name)
  }

  function reportOnce(reason: string, name: string): void {
    if (!reported.has(name)) report.lose(reason, name)
    reported.add(name)
  }
}

function isNews({ heading, tag }: { readonly heading: string; readonly tag: string | undefined }): boolean {
  return tag === undefined && !WITHOUT_NEWS.some((pattern) => pattern.test(heading))
}

/** The tag that a column says yes or no about; undefined if it is about something else. */
function tagOf(heading: string): string | undefined {
  const name = heading.replace(BEFORE_NAME, '')
  const allergen = allergenSlug(name)
  return dietTag(name) ?? (allergen && `allergen:${allergen}`)
}
