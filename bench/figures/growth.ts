import { join } from 'node:path'
import { serviceCommand } from '../contestants.ts'
import { deviceId } from '../data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY, KEY_OF_ONE, LARGE, type Size, SMALL } from '../data/growth.ts'
import { createRandom } from '../data/random.ts'
import { type Server, startServer } from '../machine/server.ts'
import { measureInRounds, ratioOf, type Trial } from '../measure.ts'
import { progress } from '../progress.ts'
import { deviceWorkload, menuWorkload, type Workload } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

const TITLES = [
  '1,000 → 1,000,000 devices: CPU per answer, a random device',
  '10 → 10,000 menus: CPU per answer, a 50-item menu',
  'A key with 1 menu → with 1,000: CPU per answer, a 50-item menu',
] as const
/** How many devices are asked for: enough to lie all over the database. */
const SAMPLE = 100_000

/** How much dearer an answer becomes as the data grows around it. */
export async function measureGrowth(setting: Setting): Promise<Figure[]> {
  const paths = { small: await create(setting, SMALL), large: await create(setting, LARGE) }
  const devices = { small: randomDevice(SMALL), large: randomDevice(LARGE) }
  const rounds = await measureInRounds(setting.bench, async () => {
    const small = await startServer(setting.pinning, serviceCommand(paths.small))
    const large = await startServer(setting.pinning, serviceCommand(paths.large))
    const trials = [
      toTrial(TITLES[0], [small, devices.small], [large, devices.large]),
      toTrial(TITLES[1], [small, oneMenu(KEY_OF_ONE)], [large, oneMenu(KEY_OF_ONE)]),
      toTrial(TITLES[2], [large, oneMenu(KEY_OF_ONE)], [large, oneMenu(KEY_OF_MANY)]),
    ]
    return { trials, leave: () => stopAll([small, large]) }
  })
  return TITLES.map((what, index) => {
    const ratio = ratioOf(rounds[index] ?? [], 'before', 'after')
    return { what, target: 'at most 1.20×', measured: `${ratio.toFixed(2)}×` }
  })
}

async function create({ files }: Setting, size: Size): Promise<string> {
  progress(`Creating a database of ${size.devices.toLocaleString('en')} devices …`)
  const path = join(files.folder, `${size.devices}.db`)
  await createGrownDatabase(path, size)
  return path
}

type Side = readonly [server: Server, workload: Workload]

function toTrial(title: string, before: Side, after: Side): Trial<'before' | 'after'> {
  const entries = [
    { key: 'before', server: before[0], workload: before[1] },
    { key: 'after', server: after[0], workload: after[1] },
  ] as const
  return { title, entries }
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
