import { fileURLToPath } from 'node:url'
import { serviceCommand } from '../compared-servers.ts'
import { createDatabase } from '../data/database.ts'
import { run } from '../machine/children.ts'
import { type Server, startServer } from '../machine/server.ts'
import { median } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatRatio } from '../report/format.ts'
import type { Figure, Setting } from './figure.ts'

export const HTTP_HEARTBEATS = fileURLToPath(new URL('../load/http-heartbeats.js', import.meta.url))
const RATES = [2000, 8000]
const SECONDS = 5

/** Measures the CPU time of a heartbeat over HTTP, relative to a request for a device at the same rate. */
export async function measureHeartbeats(setting: Setting): Promise<Figure[]> {
  const database = `${setting.files.folder}/heartbeats.db`
  await createDatabase(database)
  const server = await startServer(setting.pinning, serviceCommand(database, { CHANGES: 'on' }))
  const figures: Figure[] = []
  for (const rate of RATES) {
    // Each device has reported once before, as in a fleet that has run for a while.
    await cpuMsPerRequest(setting, server, 'POST', rate)
    const ratios: number[] = []
    for (let round = 1; round <= setting.bench.rounds; round++) {
      progress(`Round ${round} of ${setting.bench.rounds}: ${rate} heartbeats per second`)
      const read = await cpuMsPerRequest(setting, server, 'GET', rate)
      ratios.push((await cpuMsPerRequest(setting, server, 'POST', rate)) / read)
    }
    figures.push({
      what: `A heartbeat over HTTP, ${rate.toLocaleString('en')} per second: CPU time relative to GET /devices/{id} at the same rate`,
      target: 'at most 1.50',
      measured: formatRatio(median(ratios)),
    })
  }
  await server.stop()
  return figures
}

async function cpuMsPerRequest(
  { pinning }: Setting,
  server: Server,
  method: 'GET' | 'POST',
  rate: number,
): Promise<number> {
  const args = [HTTP_HEARTBEATS, method, server.port, rate, SECONDS].map(String)
  const before = await server.usage()
  const responses = Number(await run(pinning.on('load', [process.execPath, ...args])))
  return ((await server.usage()).cpuMs - before.cpuMs) / responses
}
