import type { Size } from '../data/copies.ts'
import { deviceId } from '../data/devices.ts'
import { createGrownDatabase, KEY_OF_MANY, KEY_OF_ONE, KEYED, LARGE, SMALL } from '../data/growth.ts'
import { createRandom } from '../data/random.ts'
import { type Entry, measureInRounds, type Rounds, ratioOf, type Stage, type Trial } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatGrowth } from '../report/format.ts'
import { deviceWorkload, menuWorkload, type Workload } from '../workloads.ts'
import { type Engine, enginesOf, sectionOf } from './engines.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'
import { measurePlans } from './plans.ts'

const SIZES = { small: SMALL, keyed: KEYED, large: LARGE } as const
type SizeName = keyof typeof SIZES
/** Each size. `many` is the large one with the key that has many menus. */
type Side = SizeName | 'many'

const QUESTIONS = ['device', 'menu'] as const
type Question = (typeof QUESTIONS)[number]
const TITLES: Readonly<Record<Question, string>> = { device: 'a random device', menu: 'a 50-item menu' }

/** How many devices are requested: enough to be spread over the whole database. */
const SAMPLE = 100_000
/** The workloads of each side, created only once. */
const WORKLOADS: Readonly<Record<Question, Partial<Record<Side, Workload>>>> = {
  device: { small: randomDevice(SMALL), keyed: randomDevice(KEYED), large: randomDevice(LARGE) },
  menu: {
    small: oneMenu(KEY_OF_ONE),
    keyed: oneMenu(KEY_OF_ONE),
    large: oneMenu(KEY_OF_ONE),
    many: oneMenu(KEY_OF_MANY),
  },
}

/** A growth of the data, the request whose cost it may raise, and the limit of that. */
interface Growth {
  readonly what: string
  readonly question: Question
  readonly before: Side
  readonly after: Side
  readonly target: number
}

const GROWTHS: readonly Growth[] = [
  { what: '1,000 → 1,000,000 devices', question: 'device', before: 'small', after: 'large', target: 1.2 },
  { what: '10 → 10,000 menus', question: 'menu', before: 'small', after: 'large', target: 1.2 },
  { what: 'A key with 1 menu → with 1,000', question: 'menu', before: 'large', after: 'many', target: 1.2 },
  { what: '1 → 1,000 keys', question: 'menu', before: 'small', after: 'keyed', target: 1.3 },
  { what: '1 → 1,000 keys', question: 'device', before: 'small', after: 'keyed', target: 1.3 },
]
const TARGET_ON_POSTGRES = 1.3

/** Measures how much more a response costs as the data grows around it, on each engine. */
export async function measureGrowth(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of await enginesOf(setting)) figures.push(...(await measureOn(engine, setting)))
  return figures
}

async function measureOn(engine: Engine, { bench }: Setting): Promise<Figure[]> {
  const urls = {
    small: await create(engine, 'small'),
    keyed: await create(engine, 'keyed'),
    large: await create(engine, 'large'),
  }
  const plans = engine.name === 'PostgreSQL' ? [await measurePlans(urls.large)] : []
  const rounds = await measureInRounds(bench, () => enter(engine, urls))
  for (const name of Object.keys(SIZES)) await engine.dropDatabase(name)
  return [
    ...GROWTHS.flatMap((growth) =>
      describe(engine, growth, rounds[QUESTIONS.indexOf(growth.question)] ?? []),
    ),
    ...plans,
  ]
}

async function create(engine: Engine, name: SizeName): Promise<string> {
  const [devices, keys] = [SIZES[name].devices, SIZES[name].keys].map((number) => number.toLocaleString('en'))
  progress(`Creating a database in ${engine.name}: devices ${devices}, keys ${keys} …`)
  const url = await engine.createDatabase(name)
  await createGrownDatabase(url, SIZES[name])
  return url
}

async function enter(engine: Engine, urls: Readonly<Record<SizeName, string>>): Promise<Stage<Side>> {
  const [small, keyed, large] = [
    await engine.start(urls.small),
    await engine.start(urls.keyed),
    await engine.start(urls.large),
  ]
  const servers = { small, keyed, large, many: large }
  const sides = Object.keys(servers) as Side[]
  const trials = QUESTIONS.map((question): Trial<Side> => {
    const entries = sides.flatMap((key): Entry<Side>[] => {
      const workload = WORKLOADS[question][key]
      return workload === undefined ? [] : [{ key, server: servers[key], workload }]
    })
    return { title: `Growth in ${engine.name}: ${TITLES[question]}`, entries }
  })
  return { trials, leave: () => stopAll([small, keyed, large]) }
}

function describe(engine: Engine, growth: Growth, rounds: Rounds<Side>): Figure[] {
  const { question, before, after } = growth
  const what = `${growth.what}: CPU per answer, ${TITLES[question]}`
  const measured = formatGrowth(ratioOf(rounds, before, after))
  if (engine.name === 'SQLite') return [{ what, target: atMost(growth.target), measured }]
  const ofPostgres = formatGrowth(ratioOf(rounds, after, before, 'databaseCpuUs'))
  return [
    { ...sectionOf(engine), what, target: atMost(TARGET_ON_POSTGRES), measured },
    {
      ...sectionOf(engine),
      what: 'The same: CPU of PostgreSQL itself per answer',
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
