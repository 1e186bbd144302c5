import { join } from 'node:path'
import { serviceCommand } from '../contestants.ts'
import { deviceId } from '../data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY, KEY_OF_ONE, LARGE, type Size, SMALL } from '../data/growth.ts'
import { createRandom } from '../data/random.ts'
import { startServer } from '../machine/server.ts'
import { type Entry, measureInTurn, ratioOf } from '../measure.ts'
import { progress } from '../progress.ts'
import { deviceWorkload, menuWorkload, type Workload } from '../workloads.ts'
import type { Figure, Setting } from './figure.ts'

/** How many devices are asked for: enough to lie all over the database. */
const SAMPLE = 100_000

/** How much dearer an answer becomes as the data grows around it. */
export async function measureGrowth({ bench, pinning, files }: Setting): Promise<Figure[]> {
  const [small, large] = await Promise.all([SMALL, LARGE].map(start))
  if (small === undefined || large === undefined) throw new Error('There are two sizes.')
  const pairs: readonly [what: string, Entry<'small'>, Entry<'large'>][] = [
    [
      '1,000 → 1,000,000 devices: CPU per answer, a random device',
      { key: 'small', server: small, workload: randomDevice(SMALL) },
      { key: 'large', server: large, workload: randomDevice(LARGE) },
    ],
    [
      '10 → 10,000 menus: CPU per answer, a 50-item menu',
      { key: 'small', server: small, workload: oneMenu(KEY_OF_ONE) },
      { key: 'large', server: large, workload: oneMenu(KEY_OF_ONE) },
    ],
    [
      'A key with 1 menu → with 1,000: CPU per answer, a 50-item menu',
      { key: 'small', server: large, workload: oneMenu(KEY_OF_ONE) },
      { key: 'large', server: large, workload: oneMenu(KEY_OF_MANY) },
    ],
  ]
  const figures: Figure[] = []
  for (const [what, ...entries] of pairs) {
    const rounds = await measureInTurn<'small' | 'large'>(bench, entries)
    figures.push({
      what,
      target: 'at most 1.20×',
      measured: `${ratioOf(rounds, 'small', 'large').toFixed(2)}×`,
    })
  }
  await Promise.all([small.stop(), large.stop()])
  return figures

  async function start(size: Size) {
    progress(`Creating a database of ${size.devices.toLocaleString('en')} devices …`)
    const path = join(files.folder, `${size.devices}.db`)
    await createGrownDatabase(path, size)
    return startServer(pinning, serviceCommand(path))
  }
}

function randomDevice({ devices }: Size): Workload {
  const random = createRandom(devices)
  const ids = Array.from({ length: Math.min(SAMPLE, devices) }, () =>
    deviceId(random.integer(0, devices - 1)),
  )
  const paths = ids.map((id) => `/devices/${id}`)
  return { ...deviceWorkload, paths, headers: { Authorization: `Bearer ${KEY_OF_ONE}` } }
}

function oneMenu(key: string): Workload {
  return { ...menuWorkload, headers: { 'X-API-Key': key } }
}
