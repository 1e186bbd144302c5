import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { serviceCommand } from '../compared-servers.ts'
import { run } from '../machine/children.ts'
import { type Server, startServer } from '../machine/server.ts'
import { median } from '../measure.ts'
import { formatMilliseconds } from '../report/format.ts'
import { treeWorkload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

const STRINGIFY = fileURLToPath(new URL('stringify.js', import.meta.url))
const WARM_UP = 20
const REQUESTS = 15

/** Measures the largest response when it is not cached, relative to `JSON.stringify` alone. */
export async function measureMiss({ bench, pinning, files }: Setting): Promise<Figure[]> {
  const server = await startServer(pinning, serviceCommand(files.database, { CACHE_MAX_MB: '0' }))
  await timeResponses(server, WARM_UP)
  const rounds: { responseMs: number; jsonMs: number }[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const json = await run(pinning.on('server', [process.execPath, STRINGIFY, `${server.port}`]))
    rounds.push({ responseMs: median(await timeResponses(server, REQUESTS)), jsonMs: Number(json) })
  }
  await server.watch()
  await timeResponses(server, REQUESTS)
  const { longestBlockMs } = await server.usage()
  await server.stop()
  return describe(rounds, longestBlockMs)
}

function describe(
  rounds: readonly { responseMs: number; jsonMs: number }[],
  longestBlockMs: number,
): Figure[] {
  const response = formatMilliseconds(median(rounds.map(({ responseMs }) => responseMs)))
  const json = formatMilliseconds(median(rounds.map(({ jsonMs }) => jsonMs)))
  const ratio = median(rounds.map(({ responseMs, jsonMs }) => responseMs / jsonMs))
  return [
    {
      what: `Tree of 10,000 items, not cached: time to last byte (${response} ms) relative to JSON.stringify (${json} ms)`,
      target: 'at most 4.0×',
      measured: `${ratio.toFixed(1)}×`,
    },
    {
      what: 'The same: longest time that the event loop was blocked',
      target: 'at most 50 ms',
      measured: `${formatMilliseconds(longestBlockMs)} ms`,
    },
  ]
}

/**
 * Measures responses to requests that are sent in sequence on one connection.
 * @returns the times, in milliseconds
 */
async function timeResponses({ port }: Server, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let index = 0; index < count; index++) times.push(await timeResponse(agent, port))
  agent.destroy()
  return times
}

function timeResponse(agent: Agent, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now()
    const options = {
      agent,
      host: '127.0.0.1',
      port,
      path: treePath(),
      headers: { ...treeWorkload.headers },
    }
    const request = get(options, (response) => {
      response.resume().once('end', () => resolve(performance.now() - startMs))
    })
    request.once('error', reject)
  })
}

function treePath(): string {
  return treeWorkload.paths[0] ?? '/'
}
