import { BenchmarkError } from './benchmark-error.ts'
import { FIGURE_NAMES } from './figures/all.ts'
import { workloads } from './workloads.ts'

/** The options of a run. */
export interface Options {
  readonly isHelpWanted: boolean
  /** The workloads and figures to measure. All of them if no name is given. */
  readonly names: readonly string[]
  readonly isFull: boolean
  readonly seconds: number
  readonly rounds: number
  /** The number of devices to import. */
  readonly importedDevices: number
  /** Whether to use autocannon even if wrk is installed. */
  readonly isAutocannonWanted: boolean
}

// Measurements are short and many, since most disturbances of a shared machine last longer than one of them.
const DEFAULT_SECONDS = 1
const DEFAULT_ROUNDS = 5
const DEFAULT_DEVICES = 300_000
const NAMES = [...workloads.map(({ name }) => name), 'ordinary', ...FIGURE_NAMES]

export const HELP = `Compares the service with minimal servers and with a server written as in tutorials.

Usage: npm run bench [-- NAME...]

Without a name, it measures everything and writes performance.md, .txt and .svg in docs/explanation/. This takes 30
minutes and needs 3 GB in the temporary folder.
Names: ${NAMES.join(', ')}

BENCH_SECONDS   duration of each measurement, and of each step of a warm-up, in whole seconds (${DEFAULT_SECONDS})
BENCH_ROUNDS    number of rounds; the servers are restarted for each (${DEFAULT_ROUNDS})
BENCH_DEVICES   number of devices to import (${DEFAULT_DEVICES})
BENCH_LOAD      "autocannon" uses autocannon even if wrk is installed
`

/** @throws {BenchmarkError} if a name is unknown, or a number is invalid */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): Options {
  const names = args.filter((arg) => arg !== '--help')
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) {
    throw new BenchmarkError(
      `There is no measurement named "${unknown}". Use one or more of ${NAMES.join(', ')}.`,
    )
  }
  return {
    isHelpWanted: args.includes('--help'),
    names: names.length > 0 ? names : NAMES,
    isFull: names.length === 0,
    seconds: readNumber(environment, 'BENCH_SECONDS', DEFAULT_SECONDS),
    rounds: readNumber(environment, 'BENCH_ROUNDS', DEFAULT_ROUNDS),
    importedDevices: readNumber(environment, 'BENCH_DEVICES', DEFAULT_DEVICES),
    isAutocannonWanted: environment['BENCH_LOAD'] === 'autocannon',
  }
}

function readNumber(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = environment[name] ?? `${otherwise}`
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new BenchmarkError(`${name} must be a whole number from 1 to 9999999, not "${text}".`)
  return Number(text)
}
