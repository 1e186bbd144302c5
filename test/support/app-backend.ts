import { pino } from 'pino'
import { vi } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { AppOptions } from '../../src/app-options.ts'
import { revokeKeyStatement } from '../../src/auth/queries/keys.ts'
import { importDocument } from '../../src/documents/import.ts'
import { connectionsOf } from '../../src/http/server/connections.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import { findItemInMenus } from '../../src/menu/queries.ts'
import { changeItemNow } from '../../src/menu/write/change-item.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import type { Backend } from './backend.ts'
import type { LogLine } from './command.ts'
import { newDatabaseToOpen } from './database.ts'
import { type Settings, toAppOptions } from './settings.ts'

/** Settings that only an app in the process of its test can have. */
export interface AppSettings extends Settings {
  readonly clock?: Clock
  readonly stopping?: AbortSignal
  /** Wraps the database of the app. */
  readonly alterDatabase?: (database: Database) => Database
}

/** Builds an app on a database that another connection writes to, as the command does. */
export async function startAppBackend(
  document: unknown,
  appSettings: AppSettings & { clock: Clock },
): Promise<Backend> {
  const { clock, stopping, alterDatabase = (database) => database, ...settings } = appSettings
  const url = await newDatabaseToOpen()
  const writer = await openDatabase(url, 'create')
  const importOne = async (next: unknown) => {
    await importDocument(writer, structuredClone(next), { clock })
  }
  await importOne(document)
  const database = await openDatabase(url, 'read')
  const writableDatabase = settings.allowsChanges ? await openDatabase(url, 'server-write') : undefined
  const lines: LogLine[] = []
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const appOptions: AppOptions = {
    ...toAppOptions(settings),
    database: alterDatabase(database),
    writableDatabase,
    clock,
    logger,
  }
  const app = await buildApp(stopping ? { ...appOptions, stopping } : appOptions)
  await app.ready()
  let listening: Promise<string> | undefined
  return {
    send: ({ method = 'GET', ...request }) => app.inject({ method, ...request }),
    address() {
      listening ??= app.listen({ host: '127.0.0.1', port: 0 })
      return listening
    },
    importDocument: importOne,
    async setStock(itemId, inStock) {
      const [found] = await findItemInMenus(writer, itemId)
      const place = { menuId: found?.menu_id ?? '', itemId }
      await changeItemNow(writer, place, { inStock }, { nowMs: clock(), command: 'menus stock' })
    },
    revokeKey: async (id) =>
      void (await writer.batch([revokeKeyStatement(new Date(clock()).toISOString(), id)])),
    runSql: async (script) => void (await writer.batch([{ script }])),
    lines: () => lines,
    async end() {
      const closing = app.close()
      // Connections that a test has left open would delay this.
      app.server.closeAllConnections()
      await closing
      // Node reports a server as closed before its last connections, whose responses are logged only then.
      await vi.waitUntil(() => connectionsOf(app.server).count() === 0, { timeout: 120_000 })
      await Promise.all([database.close(), writableDatabase?.close(), writer.close()])
      return []
    },
  }
}
