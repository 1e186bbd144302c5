import type { Size } from '../data/copies.ts'
import { deviceId } from '../data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY, KEY_OF_ONE, LARGE, MANY_KEYS, SMALL } from '../data/growth.ts'
import { createRandom } from '../data/random.ts'
import { type Entry, measureInRounds, type RoundSetup, type Rounds, ratioOf, type Trial } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatGrowth } from '../report/format.ts'
import { deviceWorkload, menuWorkload, type Workload } from '../workloads.ts'
import { type Engine, enginesOf, sectionOf } from './engines.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'
import { measurePlans } from './plans.ts'

const SIZES = { small: SMALL, manyKeys: MANY_KEYS, large: LARGE } as const
type SizeName = keyof typeof SIZES
/** A size of the database. `manyMenus` is the large one, used with the key that has many menus. */
type Variant = SizeName | 'manyMenus'

const REQUEST_KINDS = ['device', 'menu'] as const
type RequestKind = (typeof REQUEST_KINDS)[number]
const TITLES: Readonly<Record<RequestKind, string>> = { device: 'a random device', menu: 'a 50-item menu' }

/** The number of devices to request, which are spread over the whole database. */
const SAMPLE = 100_000
/** The workloads of each variant, created only once. */
const WORKLOADS: Readonly<Record<RequestKind, Partial<Record<Variant, Workload>>>> = {
  device: { small: randomDevice(SMALL), manyKeys: randomDevice(MANY_KEYS), large: randomDevice(LARGE) },
  menu: {
    small: oneMenu(KEY_OF_ONE),
    manyKeys: oneMenu(KEY_OF_ONE),
    large: oneMenu(KEY_OF_ONE),
    manyMenus: oneMenu(KEY_OF_MANY),
  },
}

/** A growth of the data, the kind of request that it may make slower, and the highest acceptable ratio. */
interface Growth {
  readonly what: string
  readonly requestKind: RequestKind
  readonly before: Variant
  readonly after: Variant
  readonly target: number
}

const GROWTHS: readonly Growth[] = [
  { what: '1,000 → 1,000,000 devices', requestKind: 'device', before: 'small', after: 'large', target: 1.3 },
  { what: '10 → 10,000 menus', requestKind: 'menu', before: 'small', after: 'large', target: 1.2 },
  {
    what: 'A key with 1 menu → with 1,000',
    requestKind: 'menu',
    before: 'large',
    after: 'manyMenus',
    target: 1.2,
  },
  { what: '1 → 1,000 keys', requestKind: 'menu', before: 'small', after: 'manyKeys', target: 1.3 },
  { what: '1 → 1,000 keys', requestKind: 'device', before: 'small', after: 'manyKeys', target: 1.3 },
]
const TARGET_ON_POSTGRES = 1.3

/** Measures how the cost of a response grows with the database, on each engine. */
export async function measureGrowth(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of await enginesOf(setting)) figures.push(...(await measureOn(engine, setting)))
  return figures
}

async function measureOn(engine: Engine, { bench }: Setting): Promise<Figure[]> {
  const urls = {
    small: await create(engine, 'small'),
    manyKeys: await create(engine, 'manyKeys'),
    large: await create(engine, 'large'),
  }
  const plans = engine.name === 'PostgreSQL' ? [await measurePlans(urls.large)] : []
  const rounds = await measureInRounds(bench, () => setUp(engine, urls))
  for (const name of Object.keys(SIZES)) await engine.dropDatabase(name)
  return [
    ...GROWTHS.flatMap((growth) =>
      describe(engine, growth, rounds[REQUEST_KINDS.indexOf(growth.requestKind)] ?? []),
    ),
    ...plans,
  ]
}

async function create(engine: Engine, name: SizeName): Promise<string> {
  const [devices, keys] = [SIZES[name].devices, SIZES[name].keys].map((number) => number.toLocaleString('en'))
  progress(`Creating a database with ${devices} devices and ${keys} keys in ${engine.name} …`)
  const url = await engine.createDatabase(name)
  await createGrownDatabase(url, SIZES[name])
  return url
}

async function setUp(engine: Engine, urls: Readonly<Record<SizeName, string>>): Promise<RoundSetup<Variant>> {
  const [small, manyKeys, large] = [
    await engine.start(urls.small),
    await engine.start(urls.manyKeys),
    await engine.start(urls.large),
  ]
  const servers = { small, manyKeys, large, manyMenus: large }
  const variants = Object.keys(servers) as Variant[]
  const trials = REQUEST_KINDS.map((requestKind): Trial<Variant> => {
    const entries = variants.flatMap((key): Entry<Variant>[] => {
      const workload = WORKLOADS[requestKind][key]
      return workload === undefined ? [] : [{ key, server: servers[key], workload }]
    })
    return { title: `Growth in ${engine.name}: ${TITLES[requestKind]}`, entries }
  })
  return { trials, tearDown: () => stopAll([small, manyKeys, large]) }
}

function describe(engine: Engine, growth: Growth, rounds: Rounds<Variant>): Figure[] {
  const { requestKind, before, after } = growth
  const what = `${growth.what}: CPU per response, ${TITLES[requestKind]}`
  const measured = formatGrowth(ratioOf(rounds, before, after))
  if (engine.name === 'SQLite') return [{ what, target: atMost(growth.target), measured }]
  const ofPostgres = formatGrowth(ratioOf(rounds, after, before, 'databaseCpuUs'))
  return [
    { ...sectionOf(engine), what, target: atMost(TARGET_ON_POSTGRES), measured },
    {
      ...sectionOf(engine),
      what: 'The same: CPU of PostgreSQL itself per response',
      target: '',
      measured: ofPostgres,
    },
  ]
}

function atMost(times: number): string {
  return `at most ${formatGrowth(times)}`
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
