import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyIdOf } from '../auth/guard.ts'
import type { WriteRouteApp, WriteRouteContext } from '../auth/write-guard.ts'
import { parseBody, requireJson } from '../http/bodies/body.ts'
import { MAX_MENU_BYTES, MAX_PATCH_BYTES } from '../http/bodies/body-limits.ts'
import { entityTag } from '../http/entity-tag.ts'
import { HttpError } from '../http/http-error.ts'
import { readBoolean } from '../http/query-parameters.ts'
import { pathParameter, queryParameter, queryValues } from '../http/unchecked-parameters.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Query } from '../storage/database.ts'
import type { ChangeRequest, ChangeResponse } from './change.ts'
import { parseIfMatch } from './if-match.ts'
import type { MenuWriter } from './menu-writer.ts'
import { PATCH_ITEM_REQUIREMENT, toItemChange } from './patch-item.ts'
import { itemAccessQuery, menuAccessQuery } from './queries.ts'
import { REPLACE_MENU_REQUIREMENT } from './replace-menu.ts'
import { ONE_MENU, schemas } from './route-schemas.ts'

interface MenuContext extends WriteRouteContext {
  readonly menuWriter: MenuWriter
}

export function addItemRoute(app: WriteRouteApp, context: MenuContext): void {
  const { createWriteGuard, clock, menuWriter } = context
  const guard = createWriteGuard({
    ...PATCH_ITEM_REQUIREMENT,
    query: (keyHash, request) =>
      itemAccessQuery(pathParameter(request, 'itemId'), queryParameter(request, 'menu'), keyHash),
  })
  const route = {
    schema: schemas.item,
    bodyLimit: MAX_PATCH_BYTES,
    onRequest: [guard.authenticate, requireOneMenu, guard.admitWrite],
    preValidation: parseBody,
  }
  app.patch('/v1/items/:itemId', route, async (request, reply) => {
    const { params, body } = request
    const change = toItemChange(body, clock)
    const menuId = guard.targetOf(request)
    const common = commonPartOf(request, guard.dataOf(request).authorizationQuery, clock)
    return sendChangeResponse(reply, await menuWriter.patchItem({ ...common, menuId, ...params, change }))
  })
}

/** Runs before the 404, so that a repeated `menu` is a 400. The schema has the same rule, but is checked too late. */
async function requireOneMenu(request: FastifyRequest): Promise<void> {
  if (queryValues(request, 'menu').length > 1) throw new HttpError(400, `/menu: must be ${ONE_MENU}`)
}

export function addMenuRoute(app: WriteRouteApp, context: MenuContext): void {
  const { createWriteGuard, clock, menuWriter } = context
  const guard = createWriteGuard({
    ...REPLACE_MENU_REQUIREMENT,
    query: (keyHash, request) => menuAccessQuery(pathParameter(request, 'menuId'), keyHash),
  })
  const route = {
    schema: schemas.menu,
    bodyLimit: MAX_MENU_BYTES,
    onRequest: guard.hooks,
    // The writer parses the body, because parsing a large one takes a while.
    preValidation: requireJson,
  }
  app.put('/v1/menus/:menuId', route, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const allowRemovals = readBoolean(request.query.allowRemovals) ?? false
    const common = commonPartOf(request, guard.dataOf(request).authorizationQuery, clock)
    const replacement = { ...common, ...request.params, body, allowRemovals }
    return sendChangeResponse(reply, await menuWriter.replaceMenu(replacement))
  })
}

const commonPartOf = (request: FastifyRequest, authorizationQuery: Query, clock: Clock): ChangeRequest => ({
  authorizationQuery,
  keyId: keyIdOf(request),
  nowMs: clock(),
  ifMatch: parseIfMatch(request.headers),
})

function sendChangeResponse(reply: FastifyReply, { json, contentHash }: ChangeResponse): FastifyReply {
  if (contentHash !== undefined) reply.header('etag', entityTag(contentHash))
  return reply.type('application/json; charset=utf-8').send(json)
}
