import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { apiKey, bearer, keyOf, type Throttle } from '../auth/authenticate.ts'
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
import { createAdmission } from './admission.ts'
import { MAX_BODY_BYTES, parseBodies } from './body.ts'
import { menuOfItem, patchItem, readStockReturn } from './items.ts'
import { readMenu, replaceMenu, requireMenu } from './menus.ts'
import { type DeviceAccessRow, findDeviceAccess, findItemAccess, findMenuAccess } from './repository.ts'
import { schemas } from './routes.ts'
import { MenuChanges } from './schema.ts'
import { validateStrictly } from './validation.ts'

export interface WriteRoutesOptions {
  /** The database that requests read from. Only the queue writes. */
  readonly database: Database
  readonly queue: WriteQueue
  readonly reportHeartbeat: ReportHeartbeat
  /** Absent if every request must take the full path. */
  readonly fastPath: FastPath<KnownScreen> | undefined
  readonly clock: Clock
  readonly throttle: Throttle
  readonly deviceBasePath: string
  readonly menuBasePath: string
}

const HEADERS = { 'cache-control': 'no-store' }

const deviceNotFound = () => new HttpError(404, 'Device not found')

function requireDevice([row]: readonly DeviceAccessRow[]): void {
  if (typeof row?.device_id !== 'string') throw deviceNotFound()
}

/** The routes that write. Those that read are elsewhere, and do not depend on these. */
export const writeRoutes: FastifyPluginAsyncTypebox<WriteRoutesOptions> = async (app, options) => {
  const { database, queue, reportHeartbeat, fastPath, clock, throttle, deviceBasePath, menuBasePath } =
    options
  const admit = createAdmission(database, clock, throttle)
  const validators = await validateStrictly(app)
  parseBodies(app)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChanges]) app.addSchema(schema)
  const menuWriter = { scheme: apiKey, scope: MENU_WRITE }

  const items = admit({
    ...menuWriter,
    targetOf: menuOfItem,
    query: (keyHash, { params, query }) => {
      const { menu } = query as { readonly menu?: unknown }
      // The query is not checked yet. An empty value counts as not given.
      const menuId = typeof menu === 'string' && menu !== '' ? menu : undefined
      return findItemAccess(keyHash, (params as { itemId: string }).itemId, menuId)
    },
  })
  const itemRoute = { schema: schemas.item, bodyLimit: MAX_BODY_BYTES, onRequest: items.hooks }
  app.patch(`${menuBasePath}/v1/items/:itemId`, itemRoute, async (request, reply) => {
    const { params, body: patch } = request
    reply.headers(HEADERS)
    const againAt = readStockReturn(patch, clock)
    return queue.write(function* () {
      const { key, target: menuId } = yield* items.admitAgain(request)
      const origin = { nowMs: clock(), keyId: key.id }
      return yield* patchItem({ menuId, itemId: params.itemId }, patch, againAt, origin)
    })
  })

  const menus = admit({
    ...menuWriter,
    targetOf: requireMenu,
    query: (keyHash, { params }) => findMenuAccess(keyHash, (params as { menuId: string }).menuId),
  })
  const menuRoute = { schema: schemas.menu, bodyLimit: MAX_BODY_BYTES, onRequest: menus.hooks }
  app.put(`${menuBasePath}/v1/menus/:menuId`, menuRoute, async (request, reply) => {
    const { params, body, query } = request
    reply.headers(HEADERS)
    const wanted = readMenu(validators, body, params.menuId)
    const allowRemovals = query.allowRemovals === 'true'
    return queue.write(function* () {
      const { key } = yield* menus.admitAgain(request)
      return yield* replaceMenu(wanted, allowRemovals, { nowMs: clock(), keyId: key.id })
    })
  })

  const devices = admit({
    scheme: bearer,
    scope: DEVICE_HEARTBEAT,
    isRepeatable: true,
    targetOf: requireDevice,
    query: (keyHash, { params }) =>
      findDeviceAccess(keyHash, canonicalDeviceId((params as { id: string }).id)),
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
    const keyId = keyOf(request)?.id ?? ''
    if (!(await reportHeartbeat(keyId, canonicalDeviceId(request.params.id)))) {
      await queue.write(() => devices.admitAgain(request))
      throw deviceNotFound()
    }
    reply.code(204).headers(HEADERS)
    const validFrom = devices.validFrom(request)
    if (validFrom) fastPath?.remember(request, validFrom, { headers: headersOf(reply) })
    return reply.send(null)
  })
}
