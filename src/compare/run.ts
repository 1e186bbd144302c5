import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError } from '../command-error.ts'
import type { Answer, Client, NoAnswer } from './client.ts'
import { compareAnswers } from './differences.ts'
import type { ComparedRequest } from './routes.ts'
import type { Tally } from './tally.ts'

/** How often both are asked again before a difference counts: data may change between the two answers. */
const REPEATS = 2
const REPEAT_DELAY_MS = 100
/** After so many requests in a row without an answer of one service, it is taken to be down. */
const MAX_FAILURES_IN_A_ROW = 10

export interface Comparison {
  readonly requests: readonly ComparedRequest[]
  readonly other: Client
  readonly self: Client
  readonly concurrency: number
  readonly tally: Tally
  /** The signal of both clients. An error aborts it, so that all work ends. */
  readonly stop: AbortController
  readonly onProgress?: (done: number) => void
}

/** What was found out besides the differences. Times are of the first answers only, in milliseconds. */
export interface Findings {
  readonly otherTimesMs: number[]
  readonly selfTimesMs: number[]
  /** How many requests had a status below 400 from both services. */
  succeeded: number
}

type Pair = readonly [other: Answer | NoAnswer, self: Answer | NoAnswer]

/** Sends all requests to both services and compares the answers. Ends early, without an error, if it is stopped. */
export async function runComparison(comparison: Comparison): Promise<Findings> {
  const { requests, concurrency, stop, tally, onProgress } = comparison
  const findings: Findings = { otherTimesMs: [], selfTimesMs: [], succeeded: 0 }
  const watch = watchFailures(comparison)
  // All workers take their requests from the same iterator.
  const remaining = requests.entries()
  const work = async () => {
    for (const [position, request] of remaining) {
      watch(await compareOne(request, position, comparison, findings))
      onProgress?.(tally.counts().requests)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, () => work().catch((error) => stop.abort(error))))
  return findings
}

/** @returns the last answers */
async function compareOne(
  request: ComparedRequest,
  position: number,
  comparison: Comparison,
  findings: Findings,
): Promise<Pair> {
  let pair = await askBoth(request, comparison)
  recordTimes(pair, findings)
  for (let repeat = 0; repeat < REPEATS && differ(pair); repeat++) {
    if (repeat > 0) await sleep(REPEAT_DELAY_MS)
    pair = await askBoth(request, comparison)
  }
  comparison.tally.add(request, position, compareAnswers(...pair))
  if (pair.every((answer) => 'status' in answer && answer.status < 400)) findings.succeeded++
  return pair
}

/** Both are asked at the same time, so that little can change between the two answers. */
async function askBoth(request: ComparedRequest, { other, self }: Comparison): Promise<Pair> {
  return Promise.all([other.ask(request), self.ask(request)])
}

function differ(pair: Pair): boolean {
  return compareAnswers(...pair).next().done !== true
}

function recordTimes([other, self]: Pair, { otherTimesMs, selfTimesMs }: Findings): void {
  if ('durationMs' in other) otherTimesMs.push(other.durationMs)
  if ('durationMs' in self) selfTimesMs.push(self.durationMs)
}

/** @returns a function that takes each pair of answers, and throws a CommandError once a service seems to be down */
function watchFailures({ other, self }: Comparison): (pair: Pair) => void {
  const failuresInARow = [0, 0]
  return (pair) => {
    for (const [index, { service }] of [other, self].entries()) {
      const answer = pair[index]
      const hasFailed = answer !== undefined && 'failure' in answer
      const failures = hasFailed ? (failuresInARow[index] ?? 0) + 1 : 0
      failuresInARow[index] = failures
      if (hasFailed && failures === MAX_FAILURES_IN_A_ROW)
        throw isDown(service.name, failures, answer.failure)
    }
  }
}

function isDown(name: string, failures: number, reason: string): CommandError {
  return new CommandError(`Stopped, because ${name} did not answer ${failures} requests in a row: ${reason}.`)
}
