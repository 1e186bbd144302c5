import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { apiKey, bearer, type Throttle } from '../auth/authenticate.ts'
import { DEVICE_HEARTBEAT, MENU_WRITE } from '../auth/scopes.ts'
import type { Clock } from '../clock.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { Item } from '../menu/schema.ts'
import type { Database } from '../storage/database.ts'
import { createAdmission, keyIdOf } from './admission.ts'
import { MAX_BODY_BYTES, parseBodies } from './body.ts'
import { createHeartbeats, deviceNotFound } from './heartbeats.ts'
import { itemNotFound, patchItem, readStockReturn } from './items.ts'
import { menuNotFound, readMenu, replaceMenu } from './menus.ts'
import { findDeviceAccess, findItemAccess, findMenuAccess } from './repository.ts'
import { schemas } from './routes.ts'
import { MenuChanges } from './schema.ts'
import { validateStrictly } from './validation.ts'
import type { WriteQueue } from './write-queue.ts'

export { keepUp } from './upkeep.ts'
export { createWriteQueue } from './write-queue.ts'

export interface ChangesParts {
  /** The database that requests read from. Changes are written by the queue only. */
  readonly database: Database
  readonly queue: WriteQueue
  readonly clock: Clock
  readonly throttle: Throttle
  readonly deviceBasePath: string
  readonly menuBasePath: string
}

const HEADERS = { 'cache-control': 'no-store' }

/** Changes over HTTP. The routes that read are elsewhere, and do not depend on these. */
export const changes: FastifyPluginAsyncTypebox<ChangesParts> = async (app, parts) => {
  const { database, queue, clock, throttle, deviceBasePath, menuBasePath } = parts
  const recordHeartbeat = createHeartbeats(queue, clock)
  const admit = createAdmission(clock, throttle)
  const validators = await validateStrictly(app)
  parseBodies(app)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChanges]) app.addSchema(schema)
  app.addHook('onSend', async (_request, reply) => void reply.headers(HEADERS))
  const menuWriter = { scheme: apiKey, scope: MENU_WRITE }

  const items = admit({
    ...menuWriter,
    notFound: itemNotFound,
    lookup: (keyHash, { params }) => findItemAccess(database, keyHash, (params as { itemId: string }).itemId),
  })
  const itemRoute = { schema: schemas.item, bodyLimit: MAX_BODY_BYTES, onRequest: items }
  app.patch(`${menuBasePath}/v1/items/:itemId`, itemRoute, async (request) => {
    const { params, body: patch } = request
    const againAt = readStockReturn(patch, clock)
    const patching = { itemId: params.itemId, keyId: keyIdOf(request), patch, againAt, nowMs: clock() }
    return queue.write(() => patchItem(patching))
  })

  const menus = admit({
    ...menuWriter,
    notFound: menuNotFound,
    lookup: (keyHash, { params }) => findMenuAccess(database, keyHash, (params as { menuId: string }).menuId),
  })
  const menuRoute = { schema: schemas.menu, bodyLimit: MAX_BODY_BYTES, onRequest: menus }
  app.put(`${menuBasePath}/v1/menus/:menuId`, menuRoute, async (request) => {
    const { params, body, query } = request
    const wanted = readMenu(validators, body, params.menuId)
    const allowRemovals = query.allowRemovals === 'true'
    const replacing = { wanted, keyId: keyIdOf(request), allowRemovals, nowMs: clock() }
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
    onRequest: devices,
    preValidation: async (request: FastifyRequest) => {
      request.body ??= {}
    },
  }
  app.post(`${deviceBasePath}/devices/:id/heartbeats`, heartbeatRoute, async ({ params }, reply) => {
    await recordHeartbeat(canonicalDeviceId(params.id))
    return reply.code(204).send(null)
  })
}
