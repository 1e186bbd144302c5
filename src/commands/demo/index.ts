import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readServerConfig } from '../../config/config.ts'
import { storeHeartbeats } from '../../device/heartbeats/record.ts'
import { isOnline } from '../../device/online.ts'
import { listDevices } from '../../device/queries/devices.ts'
import type { ImportFile } from '../../documents/schema.ts'
import { inPackage } from '../../lib/package.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/open.ts'
import { Command } from '../shared/command.ts'
import { write } from '../shared/output.ts'
import { addPastOutages, createTriggerStatement } from './queries.ts'

const HEARTBEAT_INTERVAL_MS = 30_000
const SEED = inPackage('seeds/demo.json')
/** The first item that the board of the demo shows. */
const SHOWN_ITEM = '26aa3de9-7a36-4432-ab0c-053d5f8c19d5'

export const demoCommand = new Command('demo')
  .description('serve a made-up restaurant group on this machine, with keys to try it; stopping deletes it')
  .examples('signage demo', 'PORT=8080 signage demo')
  .action(startDemo)

async function startDemo(): Promise<void> {
  const seed = JSON.parse(readFileSync(SEED, 'utf8')) as ImportFile
  const databaseUrl = temporaryFile()
  const database = await openDatabase(databaseUrl, 'create')
  await fill(database, seed, Date.now())
  // The keys of the demo are public, so it listens on this machine only.
  const configured = readServerConfig({ ...process.env, SIGNAGE_HOST: '127.0.0.1' })
  const app = { ...configured.app, deviceBasePath: '', menuBasePath: '' }
  const config = { ...configured, databaseUrl, app }
  const { serve } = await import('../../process/serve.ts')
  const address = await serve(config, database, await openDatabase(databaseUrl, 'server-write'))
  // Like `serve`, the demo keeps running if this output cannot be written.
  write(introduction(address, databaseUrl, seed))
  // If a heartbeat fails, such as during a large import, the next one follows.
  setInterval(() => keepOnline(database).catch(() => {}), HEARTBEAT_INTERVAL_MS).unref()
}

/** The database is a file and not in memory, so that prices can be changed from another terminal. */
function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signage-demo-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'signage.db')
}

async function fill(database: Database, seed: ImportFile, nowMs: number): Promise<void> {
  const { importDocument } = await import('../../documents/import.ts')
  await importDocument(database, seed)
  const outages = OUTAGES.map(({ deviceId, hoursAgo, minutes }) => {
    const startMs = nowMs - hoursAgo * HOUR_MS
    return [deviceId, startMs, startMs + minutes * MINUTE_MS] as const
  })
  const addOutages = addPastOutages(outages, nowMs - RECORDED_DAYS * DAY_MS)
  await database.batch([...addOutages, createTriggerStatement()])
}

/** The past outages of some devices: how many hours ago each began, and for how many minutes it lasted. */
const OUTAGES = [
  { deviceId: 'c4:23:60:91:c0:01', hoursAgo: 200, minutes: 12 },
  { deviceId: 'c4:23:60:91:c0:03', hoursAgo: 20, minutes: 38 },
  { deviceId: 'c4:23:60:91:c0:03', hoursAgo: 51, minutes: 95 },
  { deviceId: 'c4:23:60:91:c0:03', hoursAgo: 400, minutes: 7 },
  { deviceId: 'c4:23:60:91:c0:05', hoursAgo: 9, minutes: 22 },
  { deviceId: 'c4:23:60:91:c0:05', hoursAgo: 300, minutes: 610 },
]
const RECORDED_DAYS = 60

/** Records new heartbeats for the demo devices that are online, so that they stay online. */
async function keepOnline(database: Database): Promise<void> {
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const online = (await listDevices(database)).filter((row) => isOnline(row.last_heartbeat_at, nowMs))
  const heartbeats = online.map(({ id }) => ({ deviceId: id, at }))
  await storeHeartbeats(database, heartbeats, nowMs)
}

function introduction(address: string, databaseUrl: string, seed: ImportFile): string {
  const { apiKeys, devices, menus } = seed
  const [key, otherKey] = apiKeys.map((apiKey) => apiKey.key)
  const [menu] = menus
  return `
signage-service is running at ${address} with a fictional restaurant group. Its data is deleted when it stops.

Pages:
  start    ${address}/#key=${key}
  devices  ${address}/app/#key=${key}
  menus    ${address}/app/menus#key=${key}
  stock    ${address}/app/stock#key=${key}
  board    ${address}/app/board?menus=${menu?.id}&title=${encodeURIComponent(menu?.name ?? '')}&currency=USD&theme=burger#key=${key}

Change a price, and watch the board update:
  DATABASE_URL=${databaseUrl} npx signage menus price ${SHOWN_ITEM} 11.75

See your own menu, a spreadsheet with a price in each row, on these pages:
  DATABASE_URL=${databaseUrl} npx signage import menu.xlsx --menu-name Lunch

Keys:
${apiKeys.map((apiKey) => `  ${apiKey.key?.padEnd(22)} ${apiKey.name}`).join('\n')}

Try:
  curl -H 'Authorization: Bearer ${key}' '${address}/devices/${devices[0]?.id}'
  curl -H 'X-API-Key: ${otherKey}' '${address}/v1/menus'
  curl -H 'X-API-Key: ${otherKey}' '${address}/v1/menus/${menu?.id}/groups/options'
  curl -H 'X-API-Key: ${key}' '${address}/v1/groups?tags=course:dessert'

The API documentation is at ${address}/docs#key=${key}. Press Ctrl+C to stop.

`
}
