import { CommandError } from '../../../lib/flow/command-error.ts'
import type { Row } from '../containers/container.ts'
import { listHeadings } from './refusals.ts'

/** The sheets that the user leaves out of all workbooks. */
export class LeftOutSheets {
  readonly #names: readonly string[]
  readonly #seen = new Set<string>()

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.trim())
  }

  /** The rows of the other sheets. */
  async *filter(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      if (row.sheet !== undefined) this.#seen.add(row.sheet)
      if (row.sheet === undefined || !this.#names.includes(row.sheet)) yield row
    }
  }

  /** @throws {CommandError} if there is no sheet of a name */
  end(): void {
    const missing = this.#names.find((name) => !this.#seen.has(name))
    if (missing === undefined) return
    const sheets = this.#seen.size === 0 ? 'there are none' : `they are ${listHeadings([...this.#seen])}`
    throw new CommandError(
      `--without-sheet must name a sheet that has anything in it, and ${sheets}, got ${missing}.`,
    )
  }
}
