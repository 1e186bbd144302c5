import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createGuard, type RouteContext } from '../auth/guard.ts'
import { apiKey, securityOf } from '../auth/requirement.ts'
import { NOT_MODIFIED } from '../http/etag-response.ts'
import { commonErrorResponses, errorSchema, HttpError } from '../http/http-error.ts'
import { readIds } from '../http/query-parameters.ts'
import { pathParameter, queryValues } from '../http/unchecked-parameters.ts'
import { refTo } from '../schemas/schema-parts.ts'
import { bodyFromTrees, groupsBody } from './build-response.ts'
import { responseCacheKey } from './cache/response-cache.ts'
import { groupOptions, menuOptions, toMenu } from './list-responses.ts'
import { GROUP_OPTION_EXAMPLE, GROUPS_EXAMPLE, MENU_EXAMPLE, MENU_OPTION_EXAMPLE } from './menu-examples.ts'
import type { MenuRow } from './menu-rows.ts'
import { findGrantedMenus, type GrantedMenus } from './repository.ts'
import { Group, GroupsEnvelope, Item, MENU_NOT_FOUND, Menu, MenuInPath, SelectorOption } from './schema.ts'
import { GroupsParameters, parseSelection } from './selection.ts'
import { createResponder, type ResponderOptions } from './send-response.ts'

type MenuRoutesOptions = ResponderOptions & RouteContext

/** The menu interface: menus, groups and items, for clients that send `X-API-Key: KEY`. */
export const menuRoutes: FastifyPluginAsyncTypebox<MenuRoutesOptions> = async (app, options) => {
  // Responses are sent as bytes, and errors have one simple form: compiled serialisers would not be used.
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, Group, GroupsEnvelope, Menu, SelectorOption]) app.addSchema(schema)
  const { database, clock, limitRate, cache } = options
  const send = createResponder(options)

  /** Creates a guard that looks up which of the requested menus are granted to the key. */
  const guardMenus = (menuIdsOf: (request: FastifyRequest) => Iterable<string> | undefined) =>
    createGuard<GrantedMenus>({
      scheme: apiKey,
      clock,
      limitRate,
      lookup: (keyHash, request) => findGrantedMenus(database, keyHash, menuIdsOf(request)),
    })
  const allMenusGuard = guardMenus(() => undefined)
  const oneMenuGuard = guardMenus((request) => [pathParameter(request, 'menuId')])
  const filteredMenusGuard = guardMenus((request) => readIds(queryValues(request, 'menus')))

  /** Sends a list made from the menus of the key. @param canonicalRequest see `responseCacheKey` */
  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    canonicalRequest: string,
    toList: (menus: readonly MenuRow[]) => object,
  ) {
    const { rows, revisionsHash, contentVersion } = allMenusGuard.dataOf(request)
    const cacheKey = responseCacheKey(canonicalRequest, revisionsHash)
    const body = await cache.findOrBuild(cacheKey, async () => ({ value: toList(rows), cacheKey }))
    return send(request, reply, body, contentVersion)
  }
  app.get('/v1/menus', { schema: schemas.menus, onRequest: allMenusGuard.hook }, (request, reply) =>
    sendList(request, reply, 'menus', (menus) => menus.map(toMenu)),
  )
  app.get(
    '/v1/menus/options',
    { schema: schemas.menuOptions, onRequest: allMenusGuard.hook },
    (request, reply) => sendList(request, reply, 'menu options', menuOptions),
  )

  app.get(
    '/v1/menus/:menuId/groups/options',
    { schema: schemas.groupOptions, onRequest: oneMenuGuard.hook },
    async (request, reply) => {
      const menus = oneMenuGuard.dataOf(request)
      const body = await bodyFromTrees(options, menus, 'group options', ([tree]) => {
        if (tree === undefined) throw new HttpError(404, MENU_NOT_FOUND)
        return groupOptions(tree)
      })
      return send(request, reply, body, menus.contentVersion)
    },
  )

  app.get(
    '/v1/groups',
    { schema: schemas.groups, onRequest: filteredMenusGuard.hook },
    async (request, reply) => {
      const menus = filteredMenusGuard.dataOf(request)
      const body = await groupsBody(options, menus, parseSelection(request.query))
      return send(request, reply, body, menus.contentVersion)
    },
  )
}

const shared = { tags: ['Menus'], security: securityOf({ scheme: apiKey }) }
const menus = Type.Array(Type.Unsafe<Menu>(Type.Ref('Menu#')), { description: 'The menus.' })
const optionList = Type.Array(Type.Unsafe<SelectorOption>(Type.Ref('SelectorOption#')), {
  description: 'The options.',
})
const groups = refTo(GroupsEnvelope, 'The groups.')
const commonResponses = { 304: NOT_MODIFIED, ...commonErrorResponses }

const schemas = {
  menus: {
    ...shared,
    operationId: 'listMenus',
    summary: 'The menus of the key',
    description: 'All menus granted to the key, ordered by name, then id.',
    'x-example': [MENU_EXAMPLE],
    response: { 200: menus, ...commonResponses },
  },
  menuOptions: {
    ...shared,
    operationId: 'listMenuOptions',
    summary: 'The menus of the key as select options',
    description: 'Ordered by label, then value.',
    'x-example': [MENU_OPTION_EXAMPLE],
    response: { 200: optionList, ...commonResponses },
  },
  groupOptions: {
    ...shared,
    operationId: 'listGroupOptions',
    summary: 'The groups of a menu as select options',
    description: 'Every group at any depth; the label is its path. Ordered by label, then value.',
    'x-example': [GROUP_OPTION_EXAMPLE],
    params: MenuInPath,
    response: {
      200: optionList,
      ...commonResponses,
      404: errorSchema('There is no such menu, or it is not granted to the key', MENU_NOT_FOUND),
    },
  },
  groups: {
    ...shared,
    operationId: 'listGroups',
    summary: 'Groups with their items and subgroups',
    description:
      'The top-level groups of the menus, or, with `groups` or `tags`, each matching group at any depth. ' +
      'Menus that are not granted to the key are treated as if they did not exist.',
    'x-example': GROUPS_EXAMPLE,
    querystring: GroupsParameters,
    response: { 200: groups, ...commonResponses },
  },
}
