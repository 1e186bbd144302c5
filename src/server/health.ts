import type { FastifyInstance } from 'fastify'
import type { Database } from '../storage/database.ts'
import { readMigrations, requireOwnMigrations } from '../storage/migrations.ts'

/** Paths of which the log says nothing, as they are asked for every few seconds, and which are always answered. */
const QUIET = { logLevel: 'silent', schema: { hide: true } } as const

/**
 * For whatever watches over processes: `/livez` says that this one is up, `/readyz` that it can answer, which
 * is so once the storage does and has the tables of this version; 503 until then. Neither asks for a key.
 */
export function serveHealth(app: FastifyInstance, database: Database): void {
  const migrations = readMigrations(database.engine)
  app.get('/livez', QUIET, async () => ({ status: 'ok' }))
  app.get('/readyz', QUIET, async () => {
    await requireOwnMigrations(database, migrations)
    return { status: 'ok' }
  })
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.logLevel === 'silent') reply.header('cache-control', 'no-store')
  })
}
