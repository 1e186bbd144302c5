// Measures how the service responds to twice the load that it can take, how fast, and how soon it recovers.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from 'signage-service'
import { serviceCommand } from '../contestants.ts'
import { choosePinning, pinThisProcess } from '../machine/pinning.ts'
import { startServer } from '../machine/server.ts'
import { progress } from '../progress.ts'
import { formatRate } from '../report/format.ts'
import { fill } from '../soak/writer.ts'
import { askAtRate, askOnce, askWithoutPause, type Right } from './clients.ts'
import { questionOf } from './questions.ts'
import { untilItIsItself } from './recovery.ts'
import { formatRound, hasFault, type Round } from './report.ts'

const DEFAULT_ROUNDS = 3
const CLIENTS = 64
const WARM_UP_MS = 2000
const SATURATION_MS = 2000
const OVERLOAD_MS = 5000
/** Enough requests to include every one of the mix. */
const QUESTIONS = 6000

const HELP = `Puts twice the load on the service that it can take, on one core, and looks at every answer.

Usage: npm run overload [-- ROUNDS]   (3)

The load that saturates it is ${CLIENTS} clients that never pause: more of them are not answered more often. Twice that is
offered in two ways: by twice as many such clients, and at twice the rate of those answers, whether or not it is
answered. It ends with 1 if any answer was wrong.

MAX_EVENT_LOOP_DELAY_MS   the limit of the service (as it comes)
`
const [argument = String(DEFAULT_ROUNDS)] = process.argv.slice(2)
if (argument === '--help') process.stdout.write(HELP)
else process.exit(await overload(Number(argument)))

async function overload(rounds: number): Promise<number> {
  if (!(rounds >= 1)) throw new Error('ROUNDS must be a number from 1.')
  const folder = mkdtempSync(join(tmpdir(), 'signage-overload-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'signage.db')
  const database = await openDatabase(path, 'create')
  await fill(database)
  await database.close()
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) results.push(await measure(path))
  for (const result of results) process.stdout.write(formatRound(result))
  return results.some(hasFault) ? 1 : 0
}

async function measure(path: string): Promise<Round> {
  const limit = process.env['MAX_EVENT_LOOP_DELAY_MS']
  const pinning = choosePinning()
  pinThisProcess(pinning)
  const server = await startServer(
    pinning,
    serviceCommand(path, limit === undefined ? {} : { MAX_EVENT_LOOP_DELAY_MS: limit }),
  )
  const { port } = server
  const right = await recordRight(port)
  await askWithoutPause(port, CLIENTS, WARM_UP_MS, right)
  const saturation = await askWithoutPause(port, CLIENTS, SATURATION_MS, right)
  const perSecond = saturation.timesMs.length / (SATURATION_MS / 1000)
  progress(`Saturated at ${Math.round(perSecond)} requests/s; now twice that …`)
  const usualMs = await untilItIsItself(port, right, Number.POSITIVE_INFINITY)
  const clients = await askWithoutPause(port, 2 * CLIENTS, OVERLOAD_MS, right)
  const clientsRecoveryMs = await untilItIsItself(port, right, usualMs)
  const rate = await askAtRate(port, 2 * perSecond, OVERLOAD_MS, right)
  const rateRecoveryMs = await untilItIsItself(port, right, usualMs)
  await rate.settled
  await server.stop()
  const loads = [
    { what: `${2 * CLIENTS} clients`, tally: clients, recoveryMs: clientsRecoveryMs },
    { what: `${formatRate(2 * perSecond)} requests/s`, tally: rate.tally, recoveryMs: rateRecoveryMs },
  ]
  return { what: `${CLIENTS} clients`, perSecond, saturation, loads }
}

async function recordRight(port: number): Promise<Right> {
  const right = new Map<string, Buffer>()
  for (let n = 0; n < QUESTIONS; n++) {
    const question = questionOf(n)
    if (right.has(question.name)) continue
    const answer = await askOnce(port, question)
    if (answer instanceof Error || answer.status !== 200)
      throw new Error(
        `${question.name}: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.body}`}`,
      )
    right.set(question.name, answer.body)
  }
  return right
}
