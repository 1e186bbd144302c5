import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export interface Options {
  readonly seed: number
  readonly requests: number
  /** If undefined, a temporary SQLite file is used. */
  readonly databaseUrl: string | undefined
  readonly isHelpWanted: boolean
}

export const HELP = `Usage: npm run fuzz -- [options]

Sends random valid and malformed requests to two processes of the packed command. Stops at the first response that breaks a
guarantee for all responses. The same seed sends the same requests.

Options:
  --seed <number>      the seed; default: FUZZ_SEED, or else a random one
  --requests <number>  the number of requests; default: FUZZ_REQUESTS, or else 100000
  --database <url>     an empty database of either engine; default: a temporary SQLite file
  --help               print this text

Exit codes: 0 no error found, 1 an error found, 2 invalid command line.
`

/** Reads the command line. @throws {TypeError} if it is invalid */
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
