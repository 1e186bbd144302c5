import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Database } from '../../storage/database.ts'
import { readMigrations, requireOwnMigrations } from '../../storage/migrations.ts'
import { NO_STORE } from '../http-error.ts'

/** Health routes are requested every few seconds, so they are not logged. Overload never rejects them. */
const HEALTH_ROUTE = { logLevel: 'silent', config: { isHealthRoute: true } } as const

/**
 * Serves health checks for process supervisors, without a key. `/livez` succeeds while the process is up. `/readyz` succeeds
 * while the database is available and has the tables of this version, and responds with 503 otherwise. It also lists warnings,
 * which are not failures: while only writes fail, screens still get their menus.
 */
export function serveHealth(app: FastifyInstance, databases: readonly [Database, ...Database[]]): void {
  const [database] = databases
  const migrations = readMigrations(database.engine)
  const respond = (reply: FastifyReply, body: object = {}) =>
    reply.headers(NO_STORE).send({ status: 'ok', ...body })
  app.get('/livez', HEALTH_ROUTE, async (_request, reply) => respond(reply))
  app.get('/readyz', HEALTH_ROUTE, async (_request, reply) => {
    await requireOwnMigrations(database, migrations)
    // The log has the addresses of servers, and what the driver said.
    const warnings = databases.flatMap((each) => each.warnings())
    const texts = new Set(warnings.map(({ message, publicMessage = message }) => publicMessage))
    return respond(reply, texts.size > 0 ? { warnings: [...texts] } : {})
  })
}
