import { fileURLToPath } from 'node:url'
import { importDocument, openDatabase } from 'signage-service'
import { USER } from '../data/database.ts'
import type { Neighbours } from '../load/neighbours.ts'
import { run } from '../machine/children.ts'
import { formatMilliseconds } from '../report/format.ts'
import { type Engine, enginesOf, sectionOf } from './engines.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

const LOAD = fileURLToPath(new URL('../load/neighbours.js', import.meta.url))
const DATABASE = 'neighbours'
const ITEMS = 24_900
const SECONDS = 30

/** Measures what a key that changes and replaces a large menu costs the changes, heartbeats and reads of another key. */
export async function measureNeighbours(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of await enginesOf(setting)) {
    for (const prices of ['same', 'other'] as const) {
      const measured = await measure(setting, engine, prices)
      figures.push(...describe(engine, prices, measured))
    }
  }
  return figures
}

type Prices = 'same' | 'other'

/** Two services on one database, as two processes of a deployment are. */
async function measure({ pinning }: Setting, engine: Engine, prices: Prices): Promise<Neighbours> {
  const url = await engine.createDatabase(DATABASE)
  await fill(url)
  const environment = { CHANGES: 'on', CHANGES_PER_MINUTE: '0' }
  const servers = [await engine.start(url, environment), await engine.start(url, environment)]
  const ports = servers.map(({ port }) => port).join()
  const load = [process.execPath, LOAD, ports, `${SECONDS}`, `${ITEMS}`, prices]
  const output = await run(pinning.on('load', load))
  await stopAll(servers)
  await engine.dropDatabase(DATABASE)
  return JSON.parse(output)
}

async function fill(url: string): Promise<void> {
  const database = await openDatabase(url, 'create')
  const items = Array.from({ length: ITEMS }, (_, n) => ({ id: `large-${n}`, name: `Item ${n}`, price: 0 }))
  const key = (name: string) => ({
    key: `benchmark-key-of-${name}-menu`,
    name,
    user: USER,
    scopes: ['menu:write', 'device:read', 'device:heartbeat'],
    menus: [name],
  })
  await importDocument(database, {
    users: [{ id: USER, name: 'Benchmark' }],
    devices: [{ id: 'van', name: 'Van', timezone: 'UTC', access: [{ user: USER, level: 'update' }] }],
    menus: [
      { id: 'large', name: 'Large', groups: [{ id: 'large', name: 'All', items }] },
      {
        id: 'small',
        name: 'Small',
        groups: [{ id: 'g', name: 'Soups', items: [{ id: 'soup', name: 'Soup' }] }],
      },
    ],
    apiKeys: [key('large'), key('small')],
  })
  await database.close()
}

function describe(engine: Engine, prices: Prices, measured: Neighbours): Figure[] {
  const section = sectionOf(engine)
  const body = prices === 'same' ? 'what is stored already' : 'other prices'
  const counts = (of: Readonly<Record<string, number>>) => JSON.stringify(of)
  const beside = `Two processes on ${engine.name}, one key changes an item of ${ITEMS.toLocaleString('en')} ten times a second (${counts(measured.changes)}) and replaces them by ${body} again and again (${counts(measured.replacements)})`
  const rows = [
    ['99 % of the changes of another key take at most', 'at most 250 ms', measured.changeP99Ms],
    ['99 % of the reads take at most', 'at most 50 ms', measured.readP99Ms],
    ['99 % of the heartbeats take at most', '', measured.heartbeatP99Ms],
  ] as const
  return [
    ...rows.map(([what, target, durationMs]) => {
      return {
        ...section,
        what: `${beside}: ${what}`,
        target,
        measured: `${formatMilliseconds(durationMs)} ms`,
      }
    }),
    {
      ...section,
      what: 'The same: refused requests of others',
      target: '0',
      measured: `${measured.refused}`,
    },
  ]
}
