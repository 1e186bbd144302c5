import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFleet } from '../src/fleet/fleet.ts'
import { parseFleetQuery } from '../src/fleet/query.ts'
import type { Fleet } from '../src/fleet/schema.ts'
import { openDatabase } from '../src/storage/open.ts'
import { importDocument } from '../src/transfer/import.ts'
import { newDatabaseToOpen } from './support/database.ts'
import { device, KEY, withBearer } from './support/documents.ts'
import { NOW, startInProcess } from './support/service.ts'

const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString()

const SITES = [
  { id: 'quay', name: 'The Quayside', timezone: 'Europe/London' },
  { id: 'mall', name: 'Årsta Mall', timezone: 'America/Phoenix' },
  // NOW is a Thursday, 12:00 UTC.
  {
    id: 'night',
    name: 'Night Café',
    timezone: 'UTC',
    hours: { windows: [{ days: ['thu'], from: '18:00', to: '02:00' }] },
  },
  { id: 'empty', name: 'An empty one', timezone: 'UTC' },
]

function screen(id: string, site: string | null, minutes: number | null, name = id) {
  return device(id, { name, site, last_heartbeat_at: minutes === null ? null : ago(minutes) })
}

const DEVICES = [
  screen('q1', 'quay', 1),
  screen('q2', 'quay', 20),
  screen('q3', 'quay', 10),
  screen('q4', 'quay', null),
  screen('m1', 'mall', 1, 'Menu ÄÖ'),
  screen('m2', 'mall', 15, 'menu b'),
  screen('n1', 'night', 600),
  screen('n2', 'night', 1),
  screen('x1', null, 2),
  screen('x2', null, 8),
]

function documentOf(devices: object[], sites: object[] = SITES) {
  return {
    users: [{ id: 'ops', name: 'Operations' }],
    sites,
    devices,
    apiKeys: [{ key: KEY, name: 'dashboard', user: 'ops', scopes: ['device:read'], menus: [] }],
  }
}

const service = await startInProcess(documentOf(DEVICES))

async function get(query = ''): Promise<Fleet> {
  const response = await service.get(`/fleet${query}`, withBearer)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const idsOf = ({ devices }: Pick<Fleet, 'devices'>) => devices.map(({ id }) => id)

test('what needs attention is first', async () => {
  const fleet = await get()
  expect(fleet.counts).toEqual({ all: 10, offline: 4, never: 1, asleep: 1, online: 4 })
  expect(idsOf(fleet)).toEqual(['q3', 'q2', 'q4', 'q1', 'm2', 'm1', 'n1', 'n2', 'x2', 'x1'])
})
void [
  fc,
  describe,
  onTestFinished,
  createFleet,
  parseFleetQuery,
  openDatabase,
  importDocument,
  newDatabaseToOpen,
]
