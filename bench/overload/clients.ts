import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, Connection } from './connection.ts'
import { type Question, questionOf } from './questions.ts'
import { createTally, type Tally } from './tally.ts'

/** A process accepts 10,000 connections by default. A screen that waits sends no further request. */
const MOST_CONNECTIONS = 4000
const STEP_MS = 2
const LONGEST_REST_MS = 30_000

/** Runs `clients` clients, each of which sends one request after another without a pause. */
export async function askWithoutPause(
  port: number,
  clients: number,
  ms: number,
  right: Right,
): Promise<Tally> {
  const tally = createTally(right)
  const endMs = performance.now() + ms
  let asked = 0
  const client = async () => {
    const connection = new Connection(port)
    while (performance.now() < endMs) await tally.time(performance.now(), connection, questionOf(asked++))
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return tally
}

/** The correct bodies, by the name of the request. */
export type Right = ReadonlyMap<string, Buffer>

/**
 * Sends requests at a rate, whether or not earlier ones were answered, each on a free connection or on a new
 * one. If all connections are in use, the request waits, and its time counts from when it was due.
 * @returns resolves when the load ends; `settled` resolves when the last request that was sent is over
 */
export async function askAtRate(
  port: number,
  perSecond: number,
  ms: number,
  right: Right,
): Promise<{ tally: Tally; settled: Promise<void> }> {
  const tally = createTally(right)
  const free: Connection[] = []
  const due: { question: Question; dueMs: number }[] = []
  let open = 0
  let head = 0
  const startMs = performance.now()

  function send(): void {
    while (head < due.length) {
      const connection = free.pop() ?? (open < MOST_CONNECTIONS ? openOne() : undefined)
      const next = due[head]
      if (connection === undefined || next === undefined) return
      head++
      void tally.time(next.dueMs, connection, next.question).then(() => giveBack(connection))
    }
  }
  function openOne(): Connection {
    open++
    return new Connection(port)
  }
  function giveBack(connection: Connection): void {
    if (connection.isClosed) open--
    else free.push(connection)
    send()
  }

  for (let elapsedMs = 0; elapsedMs < ms; elapsedMs = performance.now() - startMs) {
    for (; due.length < (elapsedMs * perSecond) / 1000; ) {
      due.push({ question: questionOf(due.length), dueMs: startMs + (due.length * 1000) / perSecond })
    }
    send()
    await sleep(STEP_MS)
  }
  // The load has ended. Requests that are still waiting here are never sent.
  tally.unsent = due.length - head
  head = due.length
  return { tally, settled: rest(free, () => open) }
}

async function rest(free: Connection[], open: () => number): Promise<void> {
  const endMs = performance.now() + LONGEST_REST_MS
  while (free.length < open() && performance.now() < endMs) await sleep(STEP_MS)
  for (const connection of free) connection.close()
}

/** Sends one request on a new connection. */
export function askOnce(port: number, question: Question): Promise<Answer | Error> {
  return new Promise((resolve) => {
    const connection = new Connection(port)
    connection.ask(question.bytes, (answer) => {
      connection.close()
      resolve(answer)
    })
  })
}
