import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearer, keyOf } from '../auth/authenticate.ts'
import type { Throttles } from '../auth/rate-limits.ts'
import { DEVICE_HEARTBEAT } from '../auth/scopes.ts'
import type { KnownScreen } from '../device/fast-path.ts'
import type { ReportHeartbeat } from '../device/heartbeats.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { type FastPath, headersOf } from '../fast-path/fast-path.ts'
import { entityTag } from '../http/entity-tag.ts'
import { HttpError } from '../http/errors.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { ResponseSources } from '../menu/groups.ts'
import { Item } from '../menu/schema.ts'
import type { Database } from '../storage/database.ts'
import type { WriteQueue } from '../storage/jobs/write-queue.ts'
import { createAjv } from '../transfer/validators.ts'
import { createAdmission } from './admission.ts'
import { parseBody, requireJson } from './bodies/body.ts'
import { MAX_MENU_BYTES, MAX_PATCH_BYTES, MAX_SMALL_BODY_BYTES } from './bodies/body-limits.ts'
import { readBodies } from './bodies/read-bodies.ts'
import type { Written } from './menus/change-request.ts'
import { ITEM_RULES, readStockReturn } from './menus/items.ts'
import type { MenuWriter } from './menus/menu-writer.ts'
import { MENU_RULES } from './menus/menus.ts'
import { readPreconditions } from './menus/preconditions.ts'
import { validateStrictly } from './menus/validation.ts'
import { addMuteRoutes } from './mutes/mute-routes.ts'
import { type DeviceAccessRow, findDeviceAccess, findItemAccess, findMenuAccess } from './repository.ts'
import { schemas } from './routes.ts'
import { MenuChanges, Mute } from './schema.ts'

export interface WriteRoutesOptions extends Throttles {
  /** The database that requests read from. */
  readonly database: Database
  /** What the tags of conditions are read from: the server that is written to, since another one may be behind. */
  readonly sources: ResponseSources
  readonly menuWriter: MenuWriter
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

function requireDevice([row]: readonly DeviceAccessRow[]): void {
  if (typeof row?.device_id !== 'string') throw deviceNotFound()
}

/** What a key needs to report a heartbeat. */
const DEVICE_RULES = { scheme: bearer, scope: DEVICE_HEARTBEAT, targetOf: requireDevice }

/** The routes that write. Those that read are elsewhere, and do not depend on these. */
export const writeRoutes: FastifyPluginAsyncTypebox<WriteRoutesOptions> = async (app, options) => {
  const { database, sources, menuWriter, queue, reportHeartbeat, fastPath, clock } = options
  const { throttle, throttleChange, deviceBasePath, menuBasePath } = options
  const admit = createAdmission(database, clock, throttle)
  validateStrictly(app, await createAjv({ allErrors: false }))
  readBodies(app)
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, MenuChanges, Mute]) app.addSchema(schema)

  const items = admit({
    ...ITEM_RULES,
    query: (keyHash, { params, query }) => {
      const { menu } = query as { readonly menu?: unknown }
      // The query is not checked yet. An empty value counts as not given.
      const menuId = typeof menu === 'string' && menu !== '' ? menu : undefined
      return findItemAccess(keyHash, (params as { itemId: string }).itemId, menuId)
    },
  })
  const itemRoute = {
    schema: schemas.item,
    bodyLimit: MAX_PATCH_BYTES,
    onRequest: [...items.hooks, throttleChange],
    preValidation: parseBody,
  }
  app.patch(`${menuBasePath}/v1/items/:itemId`, itemRoute, async (request, reply) => {
    const { params, body: patch } = request
    reply.headers(HEADERS)
    const againAt = readStockReturn(patch, clock)
    const access = items.queryOf(request)
    const menuId = items.targetOf(request)
    const when = await conditionsOf(request, menuId)
    const change = { ...when, access, menuId, ...params, patch, againAt }
    return sendWritten(reply, await menuWriter.patchItem(change))
  })

  const menus = admit({
    ...MENU_RULES,
    query: (keyHash, { params }) => findMenuAccess(keyHash, (params as { menuId: string }).menuId),
  })
  const menuRoute = {
    schema: schemas.menu,
    bodyLimit: MAX_MENU_BYTES,
    onRequest: [...menus.hooks, throttleChange],
    // A large body takes a while to parse, so the writer does it.
    preValidation: requireJson,
  }
  app.put(`${menuBasePath}/v1/menus/:menuId`, menuRoute, async (request, reply) => {
    const { params, query } = request
    reply.headers(HEADERS)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const allowRemovals = query.allowRemovals === 'true'
    const access = menus.queryOf(request)
    const when = await conditionsOf(request, params.menuId)
    return sendWritten(
      reply,
      await menuWriter.replaceMenu({ ...when, access, ...params, body, allowRemovals }),
    )
  })

  const devices = admit({
    ...DEVICE_RULES,
    isRepeatable: true,
    query: (keyHash, { params }) =>
      findDeviceAccess(keyHash, canonicalDeviceId((params as { id: string }).id)),
  })
  const heartbeatRoute = {
    schema: schemas.heartbeat,
    bodyLimit: MAX_SMALL_BODY_BYTES,
    onRequest: devices.hooks,
    preValidation: [
      parseBody,
      async (request: FastifyRequest) => {
        request.body ??= {}
      },
    ],
  }
  app.post(`${deviceBasePath}/devices/:id/heartbeats`, heartbeatRoute, async (request, reply) => {
    const keyId = keyOf(request)?.id ?? ''
    if (!(await reportHeartbeat(keyId, canonicalDeviceId(request.params.id)))) {
      await devices.checkAgain(request)
      throw deviceNotFound()
    }
    reply.code(204).headers(HEADERS)
    const validFrom = devices.validFrom(request)
    if (validFrom) fastPath?.remember(request, validFrom, { headers: headersOf(reply) })
    return reply.send(null)
  })

  const muteOptions = { admit, queue, clock, deviceBasePath, throttleChange }
  for (const kind of ['device', 'site'] as const) addMuteRoutes(app, kind, muteOptions)

  /** Who changes a menu when, and on what conditions. */
  async function conditionsOf(request: FastifyRequest, menuId: string) {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
    const preconditions = await readPreconditions({ ifMatch, ifNoneMatch }, sources, menuId)
    return { ...preconditions, keyId: keyOf(request)?.id ?? '', nowMs: clock() }
  }
}

/** Sends what a change results in, with the ETag of the menu from then on. */
function sendWritten(reply: FastifyReply, { json, tag }: Written): FastifyReply {
  reply.header('etag', entityTag({ tag }, 'identity'))
  return reply.type('application/json; charset=utf-8').send(json)
}
