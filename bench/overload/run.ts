// Measures the responses of the service under twice the load that saturates it, and how soon it recovers.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from 'signage-service'
import { serviceCommand } from '../compared-servers.ts'
import { choosePinning, pinThisProcess } from '../machine/pinning.ts'
import { startServer } from '../machine/server.ts'
import { progress } from '../progress.ts'
import { formatRate } from '../report/format.ts'
import { fill } from '../soak/writer.ts'
import { sendAtRate, sendOnce, sendWithoutPause } from './clients.ts'
import { waitForRecovery } from './recovery.ts'
import { formatRound, hasWrongResponse, type Round } from './report.ts'
import { requestAt } from './requests.ts'
import type { CorrectBodies } from './tally.ts'
import { addUnreadKey, leaveUnread } from './unread.ts'

const DEFAULT_ROUNDS = 3
const CLIENTS = 64
const WARM_UP_MS = 2000
const SATURATION_MS = 2000
const OVERLOAD_MS = 5000
/** Enough requests to include each one of the mix. */
const REQUESTS_TO_RECORD = 6000

const HELP = `Puts the service under twice the load that saturates it, on one core, and checks every response.

Usage: npm run overload [-- ROUNDS]   (default: 3)

${CLIENTS} clients that never pause saturate the service: more clients do not get more responses per second. Twice that load is
generated in two ways: by twice as many clients, and by requests at twice the rate, sent without waiting for responses.
Then one key requests all menus in a thousand ways and reads nothing, while another makes a request from time to time. The exit code is 1 if any
response was wrong, or that of the other key is not 200.

MAX_EVENT_LOOP_DELAY_MS   event loop delay above which the service sends 503 (default: that of the service)
`
const [argument = String(DEFAULT_ROUNDS)] = process.argv.slice(2)
if (argument === '--help') process.stdout.write(HELP)
else process.exit(await overload(Number(argument)))

async function overload(rounds: number): Promise<number> {
  if (!(rounds >= 1)) throw new Error('ROUNDS must be a number of at least 1.')
  const folder = mkdtempSync(join(tmpdir(), 'signage-overload-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'signage.db')
  const database = await openDatabase(path, 'create')
  await fill(database)
  await addUnreadKey(database)
  await database.close()
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) results.push(await measure(path))
  for (const result of results) process.stdout.write(formatRound(result))
  return results.some(hasWrongResponse) ? 1 : 0
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
  const correctBodies = await recordCorrectBodies(port)
  await sendWithoutPause(port, CLIENTS, WARM_UP_MS, correctBodies)
  const saturation = await sendWithoutPause(port, CLIENTS, SATURATION_MS, correctBodies)
  const perSecond = saturation.timesMs.length / (SATURATION_MS / 1000)
  progress(`Saturated at ${Math.round(perSecond)} requests/s; now twice that …`)
  const usualMs = await waitForRecovery(port, correctBodies, Number.POSITIVE_INFINITY)
  const clients = await sendWithoutPause(port, 2 * CLIENTS, OVERLOAD_MS, correctBodies)
  const clientsRecoveryMs = await waitForRecovery(port, correctBodies, usualMs)
  const rate = await sendAtRate(port, 2 * perSecond, OVERLOAD_MS, correctBodies)
  const rateRecoveryMs = await waitForRecovery(port, correctBodies, usualMs)
  await rate.settled
  const unread = await leaveUnread(server)
  await server.stop()
  const loads = [
    { what: `${2 * CLIENTS} clients`, tally: clients, recoveryMs: clientsRecoveryMs },
    { what: `${formatRate(2 * perSecond)} requests/s`, tally: rate.tally, recoveryMs: rateRecoveryMs },
  ]
  return { what: `${CLIENTS} clients`, perSecond, saturation, loads, unread }
}

async function recordCorrectBodies(port: number): Promise<CorrectBodies> {
  const correctBodies = new Map<string, Buffer>()
  for (let n = 0; n < REQUESTS_TO_RECORD; n++) {
    const request = requestAt(n)
    if (correctBodies.has(request.name)) continue
    const response = await sendOnce(port, request)
    if (response instanceof Error || response.status !== 200)
      throw new Error(
        `${request.name}: ${response instanceof Error ? response.message : `${response.status} ${response.body}`}`,
      )
    correctBodies.set(request.name, response.body)
  }
  return correctBodies
}
