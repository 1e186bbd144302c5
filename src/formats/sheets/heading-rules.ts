import { UsageError } from '../../lib/command-error.ts'
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
  /** The roles that `--column` gives to headings. */
  readonly #roles = new Map<string, Role>()
  readonly #ignored: ReadonlySet<string>
  /** The values of `--column`, by their headings, that no sheet has so far. */
  readonly #unused = new Map<string, string>()

  /** @throws {UsageError} if a role does not exist in the kind of table, or the options name a heading twice */
  constructor(kind: TableKind<Role>, { column = [], ignore = [] }: TableOptions) {
    this.kind = kind
    this.#ignored = new Set(ignore.map((heading) => (heading === ALL ? ALL : normalizeHeading(heading))))
    for (const [name, heading] of column) {
      const normal = normalizeHeading(heading)
      if (this.#roles.has(normal) || this.#ignored.has(normal))
        throw new UsageError(`--column and --ignore name the heading ${heading} twice: name it once.`)
      this.#roles.set(normal, requireRole(name, kind))
      this.#unused.set(normal, `${name}=${heading}`)
    }
  }

  /** What a heading means: see `TableKind.parseHeading`. */
  parseHeading(heading: string): HeadingMeaning<Role> | null | undefined {
    const normal = normalizeHeading(heading)
    const known = this.kind.parseHeading(heading)
    const role = this.#roles.get(normal)
    if (role === undefined) return known
    this.#unused.delete(normal)
    return { ...known, role }
  }

  isIgnored(heading: string): boolean {
    const isKnown = this.parseHeading(heading)?.role !== undefined
    return this.#ignored.has(normalizeHeading(heading)) || (this.#ignored.has(ALL) && !isKnown)
  }

  /** The values of `--column` whose headings no sheet has. */
  unusedColumnOptions(): readonly string[] {
    return [...this.#unused.values()]
  }
}

function requireRole<Role extends string>(name: string, kind: TableKind<Role>): Role {
  const role = kind.parseHeading(name)?.role
  if (role !== undefined) return role
  throw new UsageError(
    `There is no role ${name}: the ROLE of --column ROLE=HEADING is one of ${kind.roleNames}.`,
  )
}
