import { CommandError } from '../../lib/command-error.ts'
import type { TableOptions } from '../format-options.ts'
import { normalizeHeading } from './heading-text.ts'
import type { HeadingMeaning, TableKind } from './table-kind.ts'

/** The value of `--ignore` for all headings that are not known. */
const ALL = '*'

/** What headings mean: first by the options `--column` and `--ignore`, then by the kind of table. */
export class HeadingRules<Role extends string> {
  readonly kind: TableKind<Role>
  /** The roles that `--column` gives to headings. */
  readonly #roles = new Map<string, Role>()
  readonly #ignored: ReadonlySet<string>
  /** The values of `--column`, by their headings, that no sheet has so far. */
  readonly #unused = new Map<string, string>()

  /** @throws {CommandError} if `--column` names a role that the kind of table does not have */
  constructor(kind: TableKind<Role>, { column = [], ignore = [] }: TableOptions) {
    this.kind = kind
    for (const [name, heading] of column) {
      this.#roles.set(normalizeHeading(heading), requireRole(name, kind))
      this.#unused.set(normalizeHeading(heading), `${name}=${heading}`)
    }
    this.#ignored = new Set(ignore.map((heading) => (heading === ALL ? ALL : normalizeHeading(heading))))
  }

  /** What a heading means: see `TableKind.readHeading`. */
  readHeading(heading: string): HeadingMeaning<Role> | null | undefined {
    const normal = normalizeHeading(heading)
    const known = this.kind.readHeading(heading)
    const role = this.#roles.get(normal)
    if (role === undefined) return known
    this.#unused.delete(normal)
    return { ...known, role }
  }

  isIgnored(heading: string): boolean {
    const isKnown = this.readHeading(heading)?.role !== undefined
    return this.#ignored.has(normalizeHeading(heading)) || (this.#ignored.has(ALL) && !isKnown)
  }

  /** The values of `--column` whose headings no sheet has. */
  unusedColumnOptions(): readonly string[] {
    return [...this.#unused.values()]
  }
}

function requireRole<Role extends string>(name: string, kind: TableKind<Role>): Role {
  const role = kind.readHeading(name)?.role
  if (role !== undefined) return role
  throw new CommandError(
    `There is no role ${name}: the ROLE of --column ROLE=HEADING is one of ${kind.roleNames}.`,
  )
}
