import { importDocument, openDatabase } from 'signage-service'
import { BenchmarkError } from '../benchmark-error.ts'
import { USER } from '../data/database.ts'
import { createRandom } from '../data/random.ts'
import type { Server } from '../machine/server.ts'
import { median } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatMilliseconds, formatRatio } from '../report/format.ts'
import { type Engine, postgresEngine, sqliteEngine } from './engines.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

const DATABASE = 'replacements'
const MENU_ID = 'large'
const KEY = 'benchmark-key-of-large-menu'
/** Almost as many as a PUT may have. */
const ITEMS = 24_900
const GROUPS = 50
const SEED = 20_260_102

/** What a PUT does, each with the body for it. They follow each other in this order, again and again. */
const BODIES = {
  'adds all items': menuWithPrice(1),
  'changes all items': menuWithPrice(2),
  'removes all items': JSON.stringify({ name: 'Large', groups: [] }),
} as const
type Replacement = keyof typeof BODIES
const REPLACEMENTS = Object.keys(BODIES) as Replacement[]

function menuWithPrice(price: number): string {
  const random = createRandom(SEED)
  const toItem = (_: unknown, n: number) => ({ id: random.uuid(), name: `Item ${n}`, price })
  const groups = Array.from({ length: GROUPS }, (_, n) => ({
    id: random.uuid(),
    name: `Group ${n}`,
    items: Array.from({ length: ITEMS / GROUPS }, toItem),
  }))
  return JSON.stringify({ name: 'Large', groups })
}

type Durations = Readonly<Record<Replacement, number>>
type Round = Readonly<Record<Engine['name'], Durations>>

/** Measures how long it takes to replace a large menu over HTTP, on both engines in turn. */
export async function measureReplacements(setting: Setting): Promise<Figure[]> {
  const [sqlite, postgres] = [sqliteEngine(setting), await postgresEngine(setting)]
  const servers = [await startWithMenu(sqlite), await startWithMenu(postgres)] as const
  const rounds: Round[] = []
  for (let round = 1; round <= setting.bench.rounds; round++) {
    progress(`Round ${round} of ${setting.bench.rounds}: replacing a large menu on both engines`)
    rounds.push({ SQLite: await replaceInTurn(servers[0]), PostgreSQL: await replaceInTurn(servers[1]) })
  }
  await stopAll(servers)
  for (const engine of [sqlite, postgres]) await engine.dropDatabase(DATABASE)
  return REPLACEMENTS.map((replacement) => describe(replacement, rounds))
}

async function startWithMenu(engine: Engine): Promise<Server> {
  const url = await engine.createDatabase(DATABASE)
  const database = await openDatabase(url, 'create')
  await importDocument(database, {
    users: [{ id: USER, name: 'Benchmark' }],
    menus: [{ id: MENU_ID, name: 'Large' }],
    apiKeys: [{ key: KEY, name: 'Large', user: USER, scopes: ['menu:write'], menus: [MENU_ID] }],
  })
  await database.close()
  return engine.start(url, { CHANGES: 'on' })
}

/** @returns how many milliseconds each replacement took */
async function replaceInTurn(server: Server): Promise<Durations> {
  return {
    'adds all items': await replace(server, 'adds all items'),
    'changes all items': await replace(server, 'changes all items'),
    'removes all items': await replace(server, 'removes all items'),
  }
}

async function replace({ name, port }: Server, replacement: Replacement): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/v1/menus/${MENU_ID}?allowRemovals=true`, {
    method: 'PUT',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: BODIES[replacement],
  })
  const text = await response.text()
  if (response.status !== 200) throw new BenchmarkError(`${name} answered ${response.status}: ${text}`)
  return performance.now() - startMs
}

function describe(replacement: Replacement, rounds: readonly Round[]): Figure {
  const on = (engine: Engine['name']) => median(rounds.map((round) => round[engine][replacement]))
  const ratio = median(rounds.map(({ SQLite, PostgreSQL }) => PostgreSQL[replacement] / SQLite[replacement]))
  const [sqlite, postgres] = [on('SQLite'), on('PostgreSQL')].map(formatMilliseconds)
  return {
    section: 'postgres',
    what: `A PUT that ${replacement} (${ITEMS.toLocaleString('en')}): duration (${postgres} ms) relative to SQLite (${sqlite} ms)`,
    target: 'at most 2.0×',
    measured: formatRatio(ratio),
  }
}
