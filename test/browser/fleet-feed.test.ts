import { expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { expectGoodLook, openPage } from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { device, devicesDocument, KEY } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

const IDS = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6']
const started_at = Date.now() - 20 * 60_000

/** Serves a fleet that is silent, because its feed may be down. */
async function serve() {
  const environment = { DATABASE_URL: await newDatabaseUrl(), MAX_EVENT_LOOP_DELAY_MS: '0' }
  const database = await openDatabase(environment.DATABASE_URL, 'create')
  const last_heartbeat_at = new Date(started_at).toISOString()
  await importDocument(
    database,
    devicesDocument(...IDS.map((id) => device(id, { name: `Screen ${id}`, last_heartbeat_at }))),
  )
  const insert = (table: string, row: Readonly<Record<string, string | number>>) => ({
    sql: `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
    parameters: Object.values(row),
  })
  await database.batch([
    insert('incidents', { id: 'i', kind: 'feed', started_at, opened_at: started_at }),
    ...IDS.map((device_id) => insert('incident_devices', { device_id, incident_id: 'i', started_at })),
  ])
  await database.close()
  const { address } = await startServer(environment)
  return { environment, fleet: (query = '') => `${address}/app/${query}#key=${KEY}` }
}

const server = await serve()

test('a feed that is silent is said above the devices, and the title counts those that are offline', async () => {
  const page = await openPage(server.fleet(), { hasClock: true })
  const notice = page.getByRole('status').filter({ hasText: 'may be down' })
  await notice.waitFor()
  expect(await notice.innerText()).toMatch(
    /^No heartbeat from any screen since .*\d\d:\d\d P[DS]T: their connection to the signage service may be down\.$/,
  )
  expect(await page.title()).toBe('(6) Fleet · signage-service')
  await expectGoodLook(page, 'fleet-feed')

  await comeBack('d1', 'd2')
  await page.clock.fastForward(16_000)
  await page.getByText(/^No heartbeat from 4 of 6 screens since /).waitFor()
  expect(await page.title()).toBe('(4) Fleet · signage-service')
  await comeBack(...IDS)
  await page.clock.fastForward(16_000)
  await expect.poll(() => page.title()).toBe('Fleet · signage-service')
  expect(await page.getByText('may be down').count()).toBe(0)
})

/** Devices send a heartbeat. No job has noted yet that they are back. */
async function comeBack(...ids: string[]): Promise<void> {
  const { environment } = server
  const { code, stderr } = await signage(['devices', 'heartbeat', ...ids], { environment })
  expect(code, stderr).toBe(0)
}
