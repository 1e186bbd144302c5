import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '../machine/children.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { LoadGenerator } from './load.ts'

const PROGRAM = fileURLToPath(new URL('autocannon-process.js', import.meta.url))

/** The load generator that npm installs; it counts whole milliseconds. */
export function useAutocannon(pinning: Pinning): LoadGenerator {
  return {
    name: `autocannon ${versionOf('autocannon')}`,
    run: async (plan) =>
      JSON.parse(await run(pinning.on('load', [process.execPath, PROGRAM, JSON.stringify(plan)]))),
  }
}

/** The version of an installed package, some of which do not export their package.json. */
export function versionOf(name: string): string {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).version
}
