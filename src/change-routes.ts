import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { addMuteRoutes } from './alerts/mutes/routes.ts'
import { Mute } from './alerts/mutes/schema.ts'
import type { CompleteAppOptions } from './app-options.ts'
import { keyIdOf } from './auth/guard.ts'
import type { RateLimiters } from './auth/rate-limiters.ts'
import { createWriteGuardFactory, type WriteRouteApp } from './auth/write-guard.ts'
import type { RememberedHeartbeatResponse } from './device/heartbeats/heartbeat-fast-path.ts'
import { addHeartbeatRoute } from './device/heartbeats/routes.ts'
import { createAjv } from './documents/validators.ts'
import type { FastPath } from './fast-path/fast-path.ts'
import { readBodies } from './http/bodies/read-bodies.ts'
import { addKeyRoute } from './keys/routes.ts'
import { NewKey } from './keys/schema.ts'
import { Item } from './menu/schema.ts'
import { GroupBody, ItemBody } from './menu-changes/menu-body.ts'
import { addItemRoute, addMenuRoute } from './menu-changes/routes.ts'
import { MenuChangeCounts } from './menu-changes/schema.ts'
import { validateStrictly } from './menu-changes/validation.ts'
import type { Writers } from './writers.ts'

interface ChangeRoutesOptions extends CompleteAppOptions, RateLimiters {
  readonly writers: Writers
  /** Absent if every request must take the full path. */
  readonly heartbeatFastPath: FastPath<RememberedHeartbeatResponse> | undefined
}

/** The routes that write, which exist with `CHANGES=on` only. */
export const changeRoutes: FastifyPluginAsyncTypebox<ChangeRoutesOptions> = async (app, options) => {
  const { writers, menuBasePath, deviceBasePath } = options
  validateStrictly(app, await createAjv({ allErrors: false }))
  readBodies(app, keyIdOf)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChangeCounts, NewKey, Mute, ItemBody, GroupBody]) app.addSchema(schema)

  const context = {
    ...options,
    ...writers,
    createWriteGuard: createWriteGuardFactory({ ...options, ...writers }),
  }
  const addMenuChanges = async (menus: WriteRouteApp) => {
    addItemRoute(menus, context)
    addMenuRoute(menus, context)
    addKeyRoute(menus, context)
  }
  const addDeviceChanges = async (devices: WriteRouteApp) => {
    addHeartbeatRoute(devices, context)
    for (const kind of ['device', 'site'] as const) addMuteRoutes(devices, kind, context)
  }
  await app.register(addMenuChanges, { prefix: menuBasePath })
  await app.register(addDeviceChanges, { prefix: deviceBasePath })
}
