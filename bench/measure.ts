import type { LoadGenerator } from './load/load.ts'
import { kill, start } from './machine/children.ts'
import type { Server } from './machine/server.ts'
import { progress } from './progress.ts'
import { headersFor } from './same-responses.ts'
import type { Workload } from './workloads.ts'

/** The measurements of one server under one workload. */
export interface Sample {
  readonly requestsPerCpuSecond: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** The CPU time of the database server per response; NaN if there is no such server. */
  readonly databaseCpuUs: number
}

/** A server is warm once a step of its warm-up is not faster than the step before by this factor. */
const MIN_SPEEDUP = 1.1
const MAX_WARM_UP_STEPS = 10

/** How load is generated, and for how long. */
export interface Bench {
  readonly generator: LoadGenerator
  readonly seconds: number
  readonly rounds: number
  /** Returns the file that contains the requests of a workload, one per line. */
  readonly fileOf: (workload: Workload) => string
}

/** Measures one server under one workload. */
async function measure(bench: Bench, server: Server, workload: Workload, seed: number): Promise<Sample> {
  const { connections, paths } = workload
  const headers = await headersFor(server.port, workload, paths[0] ?? '/')
  const plan = { port: server.port, requestsFile: bench.fileOf(workload), headers, connections, seed }
  const databaseCpuUs = server.databaseCpuUs ?? (() => Number.NaN)
  const [before, databaseBefore] = [await server.usage(), databaseCpuUs()]
  const load = await bench.generator.run({ ...plan, seconds: bench.seconds })
  const [after, databaseAfter] = [await server.usage(), databaseCpuUs()]
  if (load.errors > 0) throw new Error(`${server.name} failed ${load.errors} requests of ${workload.title}.`)
  // When the time is up, one request is in flight on each connection. The generator does not count these
  // responses, but the server has built them.
  const responses = load.requests + connections
  return {
    requestsPerCpuSecond: (responses * 1000) / (after.cpuMs - before.cpuMs),
    requestsPerSecond: load.requests / load.seconds,
    p50Ms: load.p50Ms,
    p99Ms: load.p99Ms,
    databaseCpuUs: (databaseAfter - databaseBefore) / responses,
  }
}

/** One participant of a trial: a server under a workload, with a key. */
export interface Entry<Key> {
  readonly key: Key
  readonly server: Server
  readonly workload: Workload
  /** A command that runs meanwhile, until it is killed. */
  readonly beside?: readonly string[]
}

/** Entries that are measured side by side. */
export interface Trial<Key> {
  readonly title: string
  readonly entries: readonly Entry<Key>[]
}

/** The servers of one round, ready to be measured. */
export interface RoundSetup<Key> {
  readonly trials: readonly Trial<Key>[]
  /** Stops the servers after the round. */
  readonly tearDown: () => Promise<void>
}

/** The samples of every entry of a trial, round by round. */
export type Rounds<Key> = readonly ReadonlyMap<Key, Sample>[]

/**
 * Measures all entries of each trial in turn, round after round, so that a disturbance of the machine affects
 * all of them. `setUp` should restart the servers for each round, because Node runs the same code at different speeds in
 * different processes.
 * @returns the rounds of each trial
 */
export async function measureInRounds<Key>(
  bench: Bench,
  setUp: (round: number) => Promise<RoundSetup<Key>>,
): Promise<Rounds<Key>[]> {
  const rounds: ReadonlyMap<Key, Sample>[][] = []
  for (let round = 1; round <= bench.rounds; round++) {
    const { trials, tearDown } = await setUp(round)
    for (const [index, trial] of trials.entries()) {
      progress(`Round ${round} of ${bench.rounds}: ${trial.title}`)
      const samples = await measureRound(bench, trial, round)
      rounds[index] = [...(rounds[index] ?? []), samples]
    }
    await tearDown()
  }
  return rounds
}

async function measureRound<Key>(bench: Bench, { entries }: Trial<Key>, round: number) {
  const samples = new Map<Key, Sample>()
  for (const { key, server, workload, beside } of entries) {
    const process = beside && start(beside, { stdio: ['ignore', 'ignore', 'inherit'] })
    await warmUp(bench, server, workload, round)
    samples.set(key, await measure(bench, server, workload, round))
    if (process) await kill(process)
  }
  return samples
}

/** Sends load until the server gets no faster: until its code is compiled, and what it caches is in its cache. */
async function warmUp(bench: Bench, server: Server, workload: Workload, round: number): Promise<void> {
  let before = 0
  for (let step = 0; step < MAX_WARM_UP_STEPS; step++) {
    const { requestsPerCpuSecond } = await measure(bench, server, workload, -round - step * bench.rounds)
    if (requestsPerCpuSecond < before * MIN_SPEEDUP) return
    before = requestsPerCpuSecond
  }
}

/** Returns the median of a figure of one entry over all rounds. */
export function medianOf<Key>(rounds: Rounds<Key>, key: Key, figure: keyof Sample): number {
  return median(rounds.map((round) => figureOf(round, key, figure)))
}

/** Returns the median, over all rounds, of the ratio of a figure of one entry to that of another. */
export function ratioOf<Key>(
  rounds: Rounds<Key>,
  key: Key,
  other: Key,
  figure: keyof Sample = 'requestsPerCpuSecond',
): number {
  return median(rounds.map((round) => figureOf(round, key, figure) / figureOf(round, other, figure)))
}

function figureOf<Key>(round: ReadonlyMap<Key, Sample>, key: Key, figure: keyof Sample): number {
  return round.get(key)?.[figure] ?? Number.NaN
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}
