import { parseArgs } from 'node:util'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface Options {
  readonly engines: readonly Engine[]
  readonly limitMs: number
  readonly isHelpWanted: boolean
}

/** The share of mutants that the tests must detect. */
export const REQUIRED_SHARE = 0.85

export const HELP = `Usage: npm run mutation:sql -- [options]

Changes the triggers of the migrations, one error at a time, in a copy of the project. Runs the tests that should fail, and
lists the errors that no test noticed.

Options:
  --engine <name>     sqlite or postgres; default: both
  --minutes <number>  the time limit; errors that are not tried by then count as not noticed; default: 30
  --help              print this text

Exit codes: 0 at least ${REQUIRED_SHARE * 100} % noticed, 1 fewer noticed, 2 invalid command line.
`

/** Reads the command line. @throws {TypeError} if it is invalid */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { engine: text, minutes: text, help: { type: 'boolean' } },
  })
  const engines = ENGINES.filter((engine) => engine === (values.engine ?? engine))
  if (engines.length === 0) throw new TypeError(`--engine must be sqlite or postgres, not ${values.engine}.`)
  const minutes = values.minutes ?? '30'
  if (!/^[1-9]\d{0,3}$/.test(minutes)) {
    throw new TypeError(`--minutes must be a whole number from 1 to 9999, not ${minutes}.`)
  }
  return { engines, limitMs: Number(minutes) * 60_000, isHelpWanted: values.help ?? false }
}
