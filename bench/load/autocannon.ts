import { fileURLToPath } from 'node:url'
import { run } from '../machine/children.ts'
import { versionOf } from '../machine/facts.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { LoadGenerator } from './load.ts'

const PROGRAM = fileURLToPath(new URL('autocannon-process.js', import.meta.url))

/** Returns the load generator autocannon, which is a development dependency. */
export function useAutocannon(pinning: Pinning): LoadGenerator {
  return {
    name: `autocannon ${versionOf('autocannon')} (latency in whole milliseconds; too slow to saturate minimal servers)`,
    run: async (plan) =>
      JSON.parse(await run(pinning.on('load', [process.execPath, PROGRAM, JSON.stringify(plan)]))),
  }
}
