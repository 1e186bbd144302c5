import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { apiKey, bearer } from '../auth/authenticate.ts'
import type { Throttles } from '../auth/rate-limits.ts'
import { DEVICE_HEARTBEAT, MENU_WRITE } from '../auth/scopes.ts'
import type { Clock } from '../clock.ts'
import type { KnownScreen } from '../device/fast-path.ts'
import type { ReportHeartbeat } from '../device/heartbeats.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { HttpError } from '../http/errors.ts'
import { Item } from '../menu/schema.ts'
import type { Database } from '../storage/database.ts'
import type { WriteQueue } from '../storage/write-queue.ts'
import { admittedKey, createAdmission } from './admission.ts'
import { MAX_BODY_BYTES, parseBodies } from './body.ts'
import { itemNotFound, patchItem, readStockReturn } from './items.ts'
import { menuNotFound, readMenu, replaceMenu } from './menus.ts'
import { findDeviceAccess, findItemAccess, findMenuAccess } from './repository.ts'
import { schemas } from './routes.ts'
import { MenuChanges } from './schema.ts'
import { validateStrictly } from './validation.ts'

export interface WriteRoutesOptions extends Throttles {
  /** The database that requests read from. Only the queue writes. */
  readonly database: Database
  readonly queue: WriteQueue
  readonly reportHeartbeat: ReportHeartbeat
  /** Absent if every request must take the full path. */
  readonly fastPath: FastPath<KnownScreen> | undefined
  readonly clock: Clock
  readonly deviceBasePath: string
  readonly menuBasePath: string
}

const HEADERS = { 'cache-control': 'no-store' }

const deviceNotFound = () => new HttpError(404, 'Device not found')

/** The routes that write. Those that read are elsewhere, and do not depend on these. */
export const writeRoutes: FastifyPluginAsyncTypebox<WriteRoutesOptions> = async (app, options) => {
  const { database, queue, reportHeartbeat, fastPath, clock } = options
  const { throttle, throttleChange, deviceBasePath, menuBasePath } = options
  const admit = createAdmission(clock, throttle)
  const validators = await validateStrictly(app)
  parseBodies(app)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChanges]) app.addSchema(schema)
  const menuWriter = { scheme: apiKey, scope: MENU_WRITE }

  const items = admit({
    ...menuWriter,
    notFound: itemNotFound,
    lookup: (keyHash, { params }) => findItemAccess(database, keyHash, (params as { itemId: string }).itemId),
  })
  const itemRoute = {
    schema: schemas.item,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: [...items.hooks, throttleChange],
  }
  app.patch(`${menuBasePath}/v1/items/:itemId`, itemRoute, async (request, reply) => {
    const { params, body: patch } = request
    reply.headers(HEADERS)
    const againAt = readStockReturn(patch, clock)
    const patching = { itemId: params.itemId, keyId: admittedKey(request).id, patch, againAt, nowMs: clock() }
    return queue.write(() => patchItem(patching))
  })

  const menus = admit({
    ...menuWriter,
    notFound: menuNotFound,
    lookup: (keyHash, { params }) => findMenuAccess(database, keyHash, (params as { menuId: string }).menuId),
  })
  const menuRoute = {
    schema: schemas.menu,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: [...menus.hooks, throttleChange],
  }
  app.put(`${menuBasePath}/v1/menus/:menuId`, menuRoute, async (request, reply) => {
    const { params, body, query } = request
    reply.headers(HEADERS)
    const wanted = readMenu(validators, body, params.menuId)
    const allowRemovals = query.allowRemovals === 'true'
    const replacing = { wanted, keyId: admittedKey(request).id, allowRemovals, nowMs: clock() }
    return queue.write(() => replaceMenu(replacing))
  })

  const devices = admit({
    scheme: bearer,
    scope: DEVICE_HEARTBEAT,
    notFound: deviceNotFound,
    lookup: (keyHash, { params }) =>
      findDeviceAccess(database, keyHash, canonicalDeviceId((params as { id: string }).id)),
  })
  const heartbeatRoute = {
    schema: schemas.heartbeat,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: devices.hooks,
    preValidation: async (request: FastifyRequest) => {
      request.body ??= {}
    },
  }
  app.post(`${deviceBasePath}/devices/:id/heartbeats`, heartbeatRoute, async (request, reply) => {
    const { userId } = admittedKey(request)
    if (!(await reportHeartbeat(userId, canonicalDeviceId(request.params.id)))) throw deviceNotFound()
    reply.code(204).headers(HEADERS)
    fastPath?.remember(request, devices.found(request).validFrom, { headers: headersOf(reply) })
    return reply.send(null)
  })
}
