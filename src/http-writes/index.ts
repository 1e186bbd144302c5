import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiKey, bearer, type Throttle } from '../auth/authenticate.ts'
import { DEVICE_HEARTBEAT, MENU_WRITE } from '../auth/scopes.ts'
import type { Clock } from '../clock.ts'
import type { KnownScreen } from '../device/fast-path.ts'
import type { ReportHeartbeat } from '../device/heartbeats.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { entityTag } from '../http/entity-tag.ts'
import { HttpError } from '../http/errors.ts'
import { Item } from '../menu/schema.ts'
import type { Database } from '../storage/database.ts'
import { createAjv } from '../transfer/validators.ts'
import { admittedKey, createAdmission } from './admission.ts'
import { MAX_BODY_BYTES, parseBody, readBodies, requireJson } from './body.ts'
import { itemNotFound, readStockReturn } from './items.ts'
import type { MenuWriter, Written } from './menu-writer.ts'
import { menuNotFound } from './menus.ts'
import { findDeviceAccess, findItemAccess, findMenuAccess } from './repository.ts'
import { schemas } from './routes.ts'
import { MenuChanges } from './schema.ts'
import { validateStrictly } from './validation.ts'

export interface WriteRoutesOptions {
  /** The database that requests read from. */
  readonly database: Database
  readonly menuWriter: MenuWriter
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

/** The routes that write. Those that read are elsewhere, and do not depend on these. */
export const writeRoutes: FastifyPluginAsyncTypebox<WriteRoutesOptions> = async (app, options) => {
  const { database, menuWriter, reportHeartbeat, fastPath, clock, throttle, deviceBasePath, menuBasePath } =
    options
  const admit = createAdmission(clock, throttle)
  validateStrictly(app, await createAjv({ allErrors: false }))
  readBodies(app)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChanges]) app.addSchema(schema)
  const writesMenus = { scheme: apiKey, scope: MENU_WRITE }

  const items = admit({
    ...writesMenus,
    notFound: itemNotFound,
    lookup: (keyHash, { params }) => findItemAccess(database, keyHash, (params as { itemId: string }).itemId),
  })
  const itemRoute = {
    schema: schemas.item,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: items.hooks,
    preValidation: parseBody,
  }
  app.patch(`${menuBasePath}/v1/items/:itemId`, itemRoute, async (request, reply) => {
    const { params, body: patch } = request
    reply.headers(HEADERS)
    const againAt = readStockReturn(patch, clock)
    return sendWritten(reply, await menuWriter.patchItem({ ...originOf(request), ...params, patch, againAt }))
  })

  const menus = admit({
    ...writesMenus,
    notFound: menuNotFound,
    lookup: (keyHash, { params }) => findMenuAccess(database, keyHash, (params as { menuId: string }).menuId),
  })
  const menuRoute = {
    schema: schemas.menu,
    bodyLimit: MAX_BODY_BYTES,
    onRequest: menus.hooks,
    // A large body takes a while to parse, so the writer does it.
    preValidation: requireJson,
  }
  app.put(`${menuBasePath}/v1/menus/:menuId`, menuRoute, async (request, reply) => {
    const { params, query } = request
    reply.headers(HEADERS)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const allowRemovals = query.allowRemovals === 'true'
    return sendWritten(
      reply,
      await menuWriter.replaceMenu({ ...originOf(request), ...params, body, allowRemovals }),
    )
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
    preValidation: [
      parseBody,
      async (request: FastifyRequest) => {
        request.body ??= {}
      },
    ],
  }
  app.post(`${deviceBasePath}/devices/:id/heartbeats`, heartbeatRoute, async (request, reply) => {
    const { userId } = admittedKey(request)
    if (!(await reportHeartbeat(userId, canonicalDeviceId(request.params.id)))) throw deviceNotFound()
    reply.code(204).headers(HEADERS)
    fastPath?.remember(request, devices.found(request).validFrom, { headers: headersOf(reply) })
    return reply.send(null)
  })

  /** Who changes a menu, when, and on what condition. */
  function originOf(request: FastifyRequest) {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
    return { keyId: admittedKey(request).id, nowMs: clock(), ifMatch, ifNoneMatch }
  }
}

/** Sends what a change results in, with the ETag of the menu from then on. */
function sendWritten<Result>(reply: FastifyReply, { result, tag }: Written<Result>): Result {
  reply.header('etag', entityTag({ tag }, 'identity'))
  return result
}
