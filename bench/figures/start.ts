import { setTimeout as sleep } from 'node:timers/promises'
import { serviceCommand } from '../compared-servers.ts'
import { get } from '../http.ts'
import { kill, start } from '../machine/children.ts'
import { freePort } from '../machine/free-port.ts'
import { serverEnvironment } from '../machine/server.ts'
import { median } from '../measure.ts'
import { formatMilliseconds } from '../report/format.ts'
import { menuWorkload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

const STARTS = 7
const POLL_INTERVAL_MS = 5
const TIMEOUT_MS = 30_000

/** Measures the time from the start of the service to its first response. */
export async function measureStart(setting: Setting): Promise<Figure[]> {
  const times: number[] = []
  for (let index = 0; index < STARTS; index++) times.push(await timeStart(setting))
  return [
    {
      what: 'Time from process start to first response, a 50-item menu from an existing database',
      target: 'under 400 ms',
      measured: `${formatMilliseconds(median(times))} ms`,
    },
  ]
}

async function timeStart({ pinning, files }: Setting): Promise<number> {
  const port = await freePort()
  const { args, environment } = serviceCommand(files.database)
  const startMs = performance.now()
  const child = start(pinning.on('server', [process.execPath, ...args]), {
    env: serverEnvironment(port, environment),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isResponding(port))) {
    if (performance.now() - startMs > TIMEOUT_MS) throw new Error('The service did not start within 30 s.')
    await sleep(POLL_INTERVAL_MS)
  }
  const timeMs = performance.now() - startMs
  await kill(child)
  return timeMs
}

async function isResponding(port: number): Promise<boolean> {
  try {
    const { status } = await get(port, menuWorkload.paths[0] ?? '/', menuWorkload.headers)
    return status === 200
  } catch {
    return false
  }
}
