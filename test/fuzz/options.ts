import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface Options {
  readonly seed: number
  readonly requests: number
  /** A file of its own if it is undefined. */
  readonly databaseUrl: string | undefined
  readonly isHelpWanted: boolean
}

export const HELP = `Usage: npm run fuzz -- [options]

Sends random valid and broken requests to two processes of the packed command, and stops at the first answer that breaks what is
promised of all answers. The same seed sends the same requests.

Options:
  --seed <number>      FUZZ_SEED; a random one if left out
  --requests <number>  FUZZ_REQUESTS; 100000 if left out
  --database <url>     an empty database of either engine; a SQLite file that is removed again if left out
  --help               this text

Exit codes: 0 no fault, 1 a fault was found, 2 wrong command line.
`

/** Reads the command line. @throws {TypeError} if it is wrong */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { seed: text, requests: text, database: text, help: { type: 'boolean' } },
  })
  return {
    seed: readNumber('--seed', values.seed ?? environment['FUZZ_SEED']) ?? randomInt(2 ** 32),
    requests: readNumber('--requests', values.requests ?? environment['FUZZ_REQUESTS']) ?? 100_000,
    databaseUrl: values.database,
    isHelpWanted: values.help ?? false,
  }
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new TypeError(`${name} must be a whole number, not ${text}.`)
}
