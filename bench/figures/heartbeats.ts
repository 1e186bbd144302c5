import { fileURLToPath } from 'node:url'
import { serviceCommand } from '../compared-servers.ts'
import { createDatabase, DEVICES } from '../data/database.ts'
import { run } from '../machine/children.ts'
import { type Server, startServer } from '../machine/server.ts'
import { median } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatRatio } from '../report/format.ts'
import type { Figure, Setting } from './figure.ts'

export const HTTP_HEARTBEATS = fileURLToPath(new URL('../load/http-heartbeats.js', import.meta.url))
const SECONDS = 5

/** Measures the CPU time of a heartbeat over HTTP, relative to a request for a device at the same rate. */
export const measureHeartbeats = (setting: Setting) => measureAt(2000, setting)
/** The same at a rate that slow machines do not bear. */
export const measureManyHeartbeats = (setting: Setting) => measureAt(8000, setting)

async function measureAt(rate: number, setting: Setting): Promise<Figure[]> {
  const database = `${setting.files.folder}/heartbeats-${rate}.db`
  await createDatabase(database)
  const server = await startServer(setting.pinning, serviceCommand(database, { CHANGES: 'on' }))
  await reportAllOnce(setting, server)
  const ratios: number[] = []
  for (let round = 1; round <= setting.bench.rounds; round++) {
    progress(`Round ${round} of ${setting.bench.rounds}: ${rate} heartbeats per second`)
    const read = await cpuMsPerRequest(setting, server, 'GET', rate)
    ratios.push((await cpuMsPerRequest(setting, server, 'POST', rate)) / read)
  }
  await server.stop()
  return [
    {
      what: `A heartbeat over HTTP, ${rate.toLocaleString('en')} per second: CPU time relative to GET /devices/{id} at the same rate`,
      target: 'at most 1.50',
      measured: formatRatio(median(ratios)),
    },
  ]
}

/** Lets each device report once, so that the next heartbeats come in the order of the last ones, as in a fleet. */
export async function reportAllOnce(setting: Setting, server: Server): Promise<void> {
  progress('Each device reports once …')
  const perSecond = 4000
  await sendRequests(setting, server, ['POST', perSecond, DEVICES / perSecond])
}

async function cpuMsPerRequest(
  setting: Setting,
  server: Server,
  method: 'GET' | 'POST',
  rate: number,
): Promise<number> {
  const before = await server.usage()
  const responses = await sendRequests(setting, server, [method, rate, SECONDS])
  return ((await server.usage()).cpuMs - before.cpuMs) / responses
}

/** @returns the number of responses */
async function sendRequests(
  { pinning }: Setting,
  { port }: Server,
  [method, perSecond, seconds]: readonly ['GET' | 'POST', number, number],
): Promise<number> {
  const args = [HTTP_HEARTBEATS, method, port, perSecond, seconds].map(String)
  return Number(await run(pinning.on('load', [process.execPath, ...args])))
}
