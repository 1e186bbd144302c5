import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { run } from '../machine/children.ts'
import type { Pinning } from '../machine/pinning.ts'
import type { LoadGenerator, LoadPlan, LoadResult } from './load.ts'

const SCRIPT = fileURLToPath(new URL('../../../load/wrk.lua', import.meta.url))

/** Returns the load generator wrk, or undefined if it is not installed. */
export function findWrk(pinning: Pinning): LoadGenerator | undefined {
  const version = /^wrk \S*?(\d[\d.]*)/.exec(`${spawnSync('wrk', ['--version']).stdout}`)?.[1]
  if (version === undefined) return undefined
  return {
    name: `wrk ${version}`,
    run: async (plan) => readResult(await run(pinning.on('load', wrkCommand(plan)))),
  }
}

function wrkCommand({ port, requestsFile, headers, connections, seconds, seed }: LoadPlan): string[] {
  const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`, '--timeout=60s']
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const target = `http://127.0.0.1:${port}`
  return ['wrk', ...options, ...headerOptions, `--script=${SCRIPT}`, target, '--', requestsFile, `${seed}`]
}

function readResult(output: string): LoadResult {
  const line = output.split('\n').find((candidate) => candidate.startsWith('{'))
  if (line === undefined) throw new Error(`The output of wrk has no line of results: ${output}`)
  return JSON.parse(line)
}
