import { setTimeout as sleep } from 'node:timers/promises'
import { mapUpTo } from '../../lib/flow/limit.ts'
import { NoResponse } from '../../lib/http-client/get.ts'
import { compareAnswers } from './answer-differences.ts'
import type { CompareClient, ComparedAnswers } from './client.ts'
import type { ComparedRequest } from './requests.ts'
import type { Tally } from './tally.ts'

/** How often both are asked again before a difference counts: data may change between the two answers. */
const REPEATS = 2
const REPEAT_DELAY_MS = 100

interface Comparison {
  readonly requests: readonly ComparedRequest[]
  readonly other: CompareClient
  readonly self: CompareClient
  readonly concurrency: number
  readonly tally: Tally
  /** The signal of both clients. An error aborts it, so that all work ends. */
  readonly stop: AbortController
  readonly onProgress: (done: number) => void
}

/** Sends all requests to both services and compares the answers. Ends early, without an error, if it is stopped. */
export async function runComparison(comparison: Comparison): Promise<void> {
  const { requests, concurrency, tally, stop, onProgress } = comparison
  await mapUpTo(concurrency, [...requests.entries()], async ([position, request]) => {
    if (stop.signal.aborted) return
    try {
      const first = await askBoth(request, comparison)
      const last = await confirm(first, request, comparison)
      tally.add(request, position, compareAnswers(...last), first)
      onProgress(tally.counts().requests)
    } catch (error) {
      stop.abort(error)
    }
  })
}

/** Asks again as long as the answers differ. @returns the last answers */
async function confirm(
  first: ComparedAnswers,
  request: ComparedRequest,
  comparison: Comparison,
): Promise<ComparedAnswers> {
  let answers = first
  for (let repeat = 0; repeat < REPEATS && differ(answers); repeat++) {
    if (repeat > 0) await sleep(REPEAT_DELAY_MS)
    answers = await askBoth(request, comparison)
  }
  return answers
}

/** Both are asked at the same time, so that little can change between the two answers. */
async function askBoth(request: ComparedRequest, { other, self }: Comparison): Promise<ComparedAnswers> {
  const ask = (client: CompareClient) => client.ask(request.interface, request.path)
  return Promise.all([ask(other), ask(self)])
}

/** A service without an answer was asked several times already. */
function differ(answers: ComparedAnswers): boolean {
  if (answers.some((answer) => answer instanceof NoResponse)) return false
  return compareAnswers(...answers).next().done !== true
}
