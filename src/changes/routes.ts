import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Throttles } from '../auth/rate-limits.ts'
import type { KnownScreen } from '../device/fast-path.ts'
import type { FastPath } from '../fast-path/fast-path.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { ResponseCache } from '../menu/cache/response-cache.ts'
import { Item } from '../menu/schema.ts'
import type { Database } from '../storage/database.ts'
import { createAjv } from '../transfer/validators.ts'
import { createAuthorization } from './authorization.ts'
import { readBodies } from './bodies/read-bodies.ts'
import type { Changes } from './create-changes.ts'
import { addHeartbeatRoute } from './heartbeats/routes.ts'
import { GroupBody, ItemBody } from './menus/menu-body.ts'
import { addItemRoute, addMenuRoute } from './menus/routes.ts'
import { validateStrictly } from './menus/validation.ts'
import { addMuteRoutes } from './mutes/routes.ts'
import { MenuChanges, Mute } from './schema.ts'

interface ChangeRoutesOptions extends Throttles {
  /** The database that requests read from. */
  readonly database: Database
  readonly cache: ResponseCache
  readonly clock: Clock
  readonly deviceBasePath: string
  readonly menuBasePath: string
  readonly changes: Changes
  /** Absent if every request must take the full path. */
  readonly heartbeatFastPath: FastPath<KnownScreen> | undefined
}

/** The routes that write, which exist with `CHANGES=on` only. Those that read do not depend on these. */
export const changeRoutes: FastifyPluginAsyncTypebox<ChangeRoutesOptions> = async (app, options) => {
  const { database, cache, clock, throttle, changes } = options
  validateStrictly(app, await createAjv({ allErrors: false }))
  readBodies(app)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChanges, Mute, ItemBody, GroupBody]) app.addSchema(schema)

  const authorize = createAuthorization(database, clock, throttle)
  const sources = { database: changes.writableDatabase, cache }
  const context = { ...options, ...changes, authorize, sources }
  addItemRoute(app, context)
  addMenuRoute(app, context)
  addHeartbeatRoute(app, context)
  for (const kind of ['device', 'site'] as const) addMuteRoutes(app, kind, context)
}
