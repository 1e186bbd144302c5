import ar from './ar.json' with { type: 'json' }
import da from './da.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import he from './he.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import ko from './ko.json' with { type: 'json' }
import nb from './nb.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import sv from './sv.json' with { type: 'json' }
import th from './th.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }
import vi from './vi.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

/* The words in the files of users, in lower case, with a JSON file for each language. Boards have words of their own. */

/** Lists of words that mean one thing each. */
interface WordLists {
  /** In cells that answer a question. */
  readonly yes?: readonly string[]
  readonly no?: readonly string[]
  readonly soldOut?: readonly string[]
  /** In cells with lists: the list is empty. */
  readonly none?: readonly string[]
  /** The names of rows below a table that are no items. */
  readonly totals?: readonly string[]
  /** Sizes, and containers of drinks and dishes. */
  readonly sizes?: readonly string[]
}

type Synonyms = Readonly<Record<string, readonly string[]>>

interface Language extends WordLists {
  /** The headings of menus, by what their columns are. */
  readonly headings?: Synonyms
  /** The headings of device tables, by what their columns are. */
  readonly deviceHeadings?: Synonyms
  /** Words in the names of JSON fields, by the part of a menu that they suggest. */
  readonly fields?: Synonyms
  /** The names of allergens and diets by their slugs, besides the names that boards use. */
  readonly allergens?: Synonyms
  readonly diets?: Synonyms
}

// biome-ignore format: one line
const LANGUAGES: readonly Language[] = [ar, da, de, en, es, fr, he, it, ja, ko, nb, nl, pl, pt, sv, th, tr, uk, vi, zh]

/** The words of a list, in all languages. */
export function vocabulary(list: keyof WordLists): ReadonlySet<string> {
  return new Set(LANGUAGES.flatMap((language) => language[list] ?? []))
}

/** The meaning of each word of one kind, in any language. */
export function meaningsOf(kind: Exclude<keyof Language, keyof WordLists>): ReadonlyMap<string, string> {
  const entries = LANGUAGES.flatMap((language) => Object.entries(language[kind] ?? {}))
  return new Map(entries.flatMap(([meaning, words]) => words.map((word) => [word, meaning])))
}

const NONE = vocabulary('none')

/** Whether a list says that it is empty, in any language. */
export function isEmptyList(text: string): boolean {
  return /^[\s–—-]*$/u.test(text) || NONE.has(text.trim().toLowerCase())
}
