import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { apiKey, authenticate, type Throttle } from '../auth/authenticate.ts'
import type { Clock } from '../clock.ts'
import type { FastPath } from '../fast-path/fast-path.ts'
import { commonErrors, errorResponse, HttpError } from '../http/errors.ts'
import { readIds } from '../http/query.ts'
import type { Database } from '../storage/database.ts'
import { cacheKeyOf, type ResponseCache } from './cache/response-cache.ts'
import type { RepeatableResponse } from './fast-path.ts'
import { findGroups } from './groups.ts'
import { groupOptions, menuOptions, toMenu } from './options.ts'
import { findGrantedMenus, type GrantedMenus, loadTrees } from './repository.ts'
import { Group, GroupsEnvelope, Item, Menu, Option } from './schema.ts'
import { formatQueryError, GroupsQuery, readSelection } from './selection.ts'
import { createResponder } from './send-response.ts'

interface Parts {
  readonly database: Database
  readonly clock: Clock
  /** How long a client may use a menu response without revalidating it; 0 means not at all. */
  readonly maxAgeSeconds: number
  readonly cache: ResponseCache
  readonly throttle: Throttle
  readonly fastPath: FastPath<RepeatableResponse>
}

/** The menu interface: menus, groups and items, for clients that send `X-API-Key: KEY`. */
export const menu: FastifyPluginAsyncTypebox<Parts> = async (app, parts) => {
  // Responses are sent as bytes, and errors have one simple form: compiled serialisers would not be used.
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, Group, GroupsEnvelope, Menu, Option]) app.addSchema(schema)
  const { database, clock, throttle, maxAgeSeconds, cache, fastPath } = parts
  const send = createResponder({ cache, fastPath, maxAgeSeconds })

  /** Creates a guard that looks up which of the requested menus are granted to the key. */
  const grantedMenus = (menuIdsOf: (request: FastifyRequest) => Iterable<string> | undefined) =>
    authenticate<GrantedMenus>({
      scheme: apiKey,
      clock,
      throttle,
      lookup: (keyHash, request) => findGrantedMenus(database, keyHash, menuIdsOf(request)),
    })
  const all = grantedMenus(() => undefined)
  const named = grantedMenus((request) => [(request.params as { menuId: string }).menuId])
  const filtered = grantedMenus((request) => readIds((request.query as { menus?: string | string[] }).menus))

  app.get('/v1/menus', { schema: schemas.menus, onRequest: all.hook }, async (request, reply) => {
    const { menus, revisions, validFrom } = all.found(request)
    const cacheKey = cacheKeyOf('menus', revisions)
    const response = await cache.find(cacheKey, async () => ({ value: menus.map(toMenu), cacheKey }))
    return send(request, reply, { response, validFrom })
  })

  app.get(
    '/v1/menus/options',
    { schema: schemas.menuOptions, onRequest: all.hook },
    async (request, reply) => {
      const { menus, revisions, validFrom } = all.found(request)
      const cacheKey = cacheKeyOf('menu options', revisions)
      const response = await cache.find(cacheKey, async () => ({ value: menuOptions(menus), cacheKey }))
      return send(request, reply, { response, validFrom })
    },
  )

  app.get(
    '/v1/menus/:menuId/groups/options',
    { schema: schemas.groupOptions, onRequest: named.hook },
    async (request, reply) => {
      const { menus, revisions, validFrom } = named.found(request)
      const query = 'group options'
      const cacheKey = cacheKeyOf(query, revisions)
      const response = await cache.find(cacheKey, async () => {
        const loaded = await loadTrees(database, menus)
        const [tree] = loaded.trees
        if (tree === undefined) throw new HttpError(404, 'Menu not found')
        return { value: groupOptions(tree), cacheKey: cacheKeyOf(query, loaded.revisions) }
      })
      return send(request, reply, { response, validFrom })
    },
  )

  app.get(
    '/v1/groups',
    { schema: schemas.groups, schemaErrorFormatter: formatQueryError, onRequest: filtered.hook },
    async (request, reply) => {
      const { validFrom, ...menus } = filtered.found(request)
      const response = await findGroups(parts, menus, readSelection(request.query))
      return send(request, reply, { response, validFrom })
    },
  )
}

const shared = { tags: ['Menus'], security: [{ apiKey: [] }] }
const commonResponses = {
  304: Type.Null({ description: 'The client already has this response: its ETag is in `If-None-Match`.' }),
  ...commonErrors,
}

const schemas = {
  menus: {
    ...shared,
    operationId: 'listMenus',
    summary: 'The menus of the key',
    description: 'All menus granted to the key, ordered by name, then id.',
    response: {
      200: Type.Array(Type.Unsafe<Menu>(Type.Ref('Menu#')), { description: 'The menus.' }),
      ...commonResponses,
    },
  },
  menuOptions: {
    ...shared,
    operationId: 'listMenuOptions',
    summary: 'The menus of the key as select options',
    description: 'Ordered by label, then value.',
    response: {
      200: Type.Array(Type.Unsafe<Option>(Type.Ref('Option#')), { description: 'The options.' }),
      ...commonResponses,
    },
  },
  groupOptions: {
    ...shared,
    operationId: 'listGroupOptions',
    summary: 'The groups of a menu as select options',
    description: 'Every group at any depth; the label is its path. Ordered by label, then value.',
    params: Type.Object({ menuId: Type.String({ description: 'Menu ID.' }) }),
    response: {
      200: Type.Array(Type.Unsafe<Option>(Type.Ref('Option#')), { description: 'The options.' }),
      ...commonResponses,
      404: errorResponse('There is no such menu, or it is not granted to the key: `Menu not found`.'),
    },
  },
  groups: {
    ...shared,
    operationId: 'listGroups',
    summary: 'Groups with their items and subgroups',
    description:
      'The top-level groups of the menus, or, with `groups` or `tags`, each matching group at any depth. ' +
      'Menus that are not granted to the key are treated as if they did not exist.',
    querystring: GroupsQuery,
    response: {
      200: Type.Unsafe<GroupsEnvelope>({ ...Type.Ref('Groups#'), description: 'The groups.' }),
      ...commonResponses,
    },
  },
}
