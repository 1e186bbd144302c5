import { parseArgs } from 'node:util'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

export interface Options {
  readonly engines: readonly Engine[]
  readonly limitMs: number
  readonly isHelpWanted: boolean
}

/** The share of mutants that the tests have to notice. */
export const REQUIRED_SHARE = 0.85

export const HELP = `Usage: npm run mutation:sql -- [options]

Builds faults into the triggers of the migrations, one at a time and in a copy of the project, runs the tests that should
notice, and lists the faults that no test noticed.

Options:
  --engine <name>     sqlite or postgres; both if left out
  --minutes <number>  what is not tried by then counts as not noticed; 30 if left out
  --help              this text

Exit codes: 0 at least ${REQUIRED_SHARE * 100} % were noticed, 1 less, 2 wrong command line.
`

/** Reads the command line. @throws {TypeError} if it is wrong */
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
    throw new TypeError(`--minutes must be a whole number from 1 on, not ${minutes}.`)
  }
  return { engines, limitMs: Number(minutes) * 60_000, isHelpWanted: values.help ?? false }
}
