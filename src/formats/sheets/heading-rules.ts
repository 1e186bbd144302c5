import { UsageError } from '../../lib/command-error.ts'
import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import type { TableOptions } from '../format-options.ts'
import { cleanText } from '../shared/clean-text.ts'
import type { HeadingMeaning, TableKind } from './table-kind.ts'

/** The most characters of a heading that are read. */
const MAX_HEADING_LENGTH = 200
/** The value of `--ignore` for all headings that are not known. */
const ALL = '*'

/** A heading without invisible characters, and without a mark at its end: `In stock?`, `Price*`. */
export function cleanHeading(text: string): string {
  const visible = cleanText(text.slice(0, MAX_HEADING_LENGTH).replace(/\p{Cf}/gu, ''))
  let end = visible.length
  while (end > 0 && '?:* '.includes(visible.charAt(end - 1))) end -= 1
  return visible.slice(0, end)
}

/** A heading for comparisons: spaces, underscores and hyphens are the same, and so are upper and lower case. */
export function normalizeHeading(text: string): string {
  return cleanHeading(text)
    .replace(/[\s_-]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** What headings mean: first by the options `--column` and `--ignore`, then by the kind of table. */
export class HeadingRules<Role extends string> {
  readonly kind: TableKind<Role>
  /** The options by the headings that they name. Their role is null if they leave a column out. */
  readonly #options = new Map<string, { readonly text: string; readonly role: Role | null }>()
  readonly #leavesOutUnknown: boolean
  /** The headings of all columns that sheets have. */
  readonly #found = new Set<string>()

  /** @throws {UsageError} if a role does not exist in the kind of table, or the options name a heading twice */
  constructor(kind: TableKind<Role>, { column = [], ignore = [] }: TableOptions) {
    this.kind = kind
    this.#leavesOutUnknown = ignore.includes(ALL)
    for (const heading of ignore.filter((heading) => heading !== ALL))
      this.#options.set(normalizeHeading(heading), { text: `--ignore ${quoteForShell(heading)}`, role: null })
    for (const [name, heading] of column) {
      const normal = normalizeHeading(heading)
      if (this.#options.has(normal))
        throw new UsageError(`--column and --ignore name the heading ${heading} twice: name it once.`)
      const text = `--column ${quoteForShell(`${name}=${heading}`)}`
      this.#options.set(normal, { text, role: requireRole(name, kind) })
    }
  }

  /** What a heading means: see `TableKind.parseHeading`. */
  parseHeading(heading: string): HeadingMeaning<Role> | null | undefined {
    const known = this.kind.parseHeading(heading)
    const option = this.#options.get(normalizeHeading(heading))
    if (option === undefined) return known === undefined && this.#leavesOutUnknown ? null : known
    return option.role === null ? null : { ...known, role: option.role }
  }

  /** Records that a sheet has a column with this heading. */
  recordHeading(heading: string): void {
    this.#found.add(normalizeHeading(heading))
  }

  /** The options whose headings no sheet has. */
  unusedOptions(): readonly string[] {
    const unused = [...this.#options].filter(([heading]) => !this.#found.has(heading))
    return unused.map(([, { text }]) => text)
  }
}

function requireRole<Role extends string>(name: string, kind: TableKind<Role>): Role {
  const role = kind.parseHeading(name)?.role
  if (role !== undefined) return role
  throw new UsageError(
    `There is no role ${name}: the ROLE of --column ROLE=HEADING is one of ${kind.roleNames}.`,
  )
}
