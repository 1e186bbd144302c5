import { fileURLToPath } from 'node:url'
import { importDocument, openDatabase } from 'signage-service'
import { serviceCommand } from '../compared-servers.ts'
import { createDatabase, USER } from '../data/database.ts'
import { startServer } from '../machine/server.ts'
import { measureInRounds, medianOf, type RoundSetup, ratioOf } from '../measure.ts'
import { formatMilliseconds, formatRatio } from '../report/format.ts'
import { ordinaryWorkloads } from '../workloads.ts'
import { type Figure, type Setting, stopAll } from './figure.ts'

const REPLACE = fileURLToPath(new URL('../load/large-menus.js', import.meta.url))
const MENU_ID = 'large'
const KEY = 'benchmark-key-of-large-menu'
const ITEMS = 24_900

/** Measures what a key that replaces a large menu again and again costs the requests of all others. */
export async function measureLargeMenus(setting: Setting): Promise<Figure[]> {
  const database = `${setting.files.folder}/large-menus.db`
  await createDatabase(database)
  await addLargeMenu(database)
  const rounds = await measureInRounds(setting.bench, () => setUp(setting, database))
  return ordinaryWorkloads.flatMap(({ title }, index) => [
    {
      what: `${title}, while two connections replace a menu of ${ITEMS.toLocaleString('en')} items again and again: requests per second relative to none`,
      target: 'at least 0.80',
      measured: formatRatio(ratioOf(rounds[index] ?? [], 'busy', 'quiet', 'requestsPerSecond')),
    },
    {
      what: 'The same: 99 % of the responses take at most',
      target: 'at most 50 ms',
      measured: formatMilliseconds(medianOf(rounds[index] ?? [], 'busy', 'p99Ms')),
    },
  ])
}

async function addLargeMenu(path: string): Promise<void> {
  const database = await openDatabase(path, 'create')
  await importDocument(database, {
    menus: [{ id: MENU_ID, name: 'Large' }],
    apiKeys: [{ key: KEY, name: 'Large', user: USER, scopes: ['menu:write'], menus: [MENU_ID] }],
  })
  await database.close()
}

async function setUp({ pinning }: Setting, database: string): Promise<RoundSetup<'quiet' | 'busy'>> {
  const server = await startServer(pinning, serviceCommand(database, { CHANGES: 'on' }))
  const replacing = [process.execPath, REPLACE, `${server.port}`, KEY, MENU_ID, `${ITEMS}`]
  const trials = ordinaryWorkloads.map((workload) => ({
    title: `large menus: ${workload.title}`,
    entries: [
      { key: 'quiet', server, workload },
      { key: 'busy', server, workload, beside: pinning.on('load', replacing) },
    ] as const,
  }))
  return { trials, tearDown: () => stopAll([server]) }
}
