import { onTestFinished } from 'vitest'
import type { AlertRoute } from '../../src/alerts/alert-route.ts'
import { addAlertRouteStatement } from '../../src/alerts/queries.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { DOCUMENT, MINUTE_MS } from './alerts.ts'
import { newDatabaseToOpen } from './database.ts'
import { startServer } from './process.ts'

/** A database with an incident that lasts for an hour, and services on it. */
export async function openAlertServices(...routes: AlertRoute[]) {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  await importDocument(database, structuredClone(DOCUMENT))
  const startedAtMs = Date.now() - 60 * MINUTE_MS
  await database.batch([
    ...routes.map(addAlertRouteStatement),
    {
      sql: "INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES ('inc_1', 'device', 'van', ?, ?)",
      parameters: [startedAtMs, startedAtMs + 5 * MINUTE_MS],
    },
    {
      sql: "INSERT INTO incident_devices (incident_id, device_id, started_at) VALUES ('inc_1', 'van', ?)",
      parameters: [startedAtMs],
    },
  ])
  const start = async (environment: Record<string, string> = {}) => {
    const server = await startServer({
      ...{ DATABASE_URL: url, CHANGES: 'on', WEBHOOK_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace' },
      ...environment,
    })
    onTestFinished(async () => void (await server.stop('SIGKILL')))
    return server
  }
  return { url, database, start }
}
