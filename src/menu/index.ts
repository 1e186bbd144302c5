import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { apiKey, authenticate, type Throttle } from '../auth/authenticate.ts'
import type { Clock } from '../clock.ts'
import { commonErrors, errorAnswer, HttpError } from '../http/errors.ts'
import { readIds } from '../http/query.ts'
import type { Database } from '../storage/database.ts'
import { type Answers, addressOf } from './cache/response-cache.ts'
import type { Repeats } from './fast-path.ts'
import { findGroups } from './groups.ts'
import { groupOptions, menuOptions, toMenu } from './options.ts'
import { findGrantedMenus, type GrantedMenus, loadTrees } from './repository.ts'
import { Group, GroupsEnvelope, Item, Menu, Option } from './schema.ts'
import { describeFault, GroupsQuery, readSelection } from './selection.ts'
import { sender } from './send-response.ts'

interface Parts {
  readonly database: Database
  readonly clock: Clock
  /** How long a client may use a menu answer without asking again; 0 is not at all. */
  readonly maxAgeSeconds: number
  readonly answers: Answers
  readonly throttle: Throttle
  readonly repeats: Repeats
}

/** The menu interface: menus, groups and items for callers with `X-API-Key: KEY`. */
export const menu: FastifyPluginAsyncTypebox<Parts> = async (app, parts) => {
  // Answers are finished bytes, and errors are made in one place: serialisers by schema would be compiled for nothing.
  app.setSerializerCompiler(() => JSON.stringify)
  for (const schema of [Item, Group, GroupsEnvelope, Menu, Option]) app.addSchema(schema)
  const { database, clock, throttle, maxAgeSeconds, answers, repeats } = parts
  const send = sender({ answers, repeats, maxAgeSeconds })

  /** A guard that looks up, of the menus a request asks for, those that its key may read. */
  const grantedMenus = (menusAskedFor: (request: FastifyRequest) => Iterable<string> | undefined) =>
    authenticate<GrantedMenus>({
      scheme: apiKey,
      clock,
      throttle,
      lookUp: (keyHash, request) => findGrantedMenus(database, keyHash, menusAskedFor(request)),
    })
  const all = grantedMenus(() => undefined)
  const named = grantedMenus((request) => [(request.params as { menuId: string }).menuId])
  const filtered = grantedMenus((request) => readIds((request.query as { menus?: string | string[] }).menus))

  app.get('/v1/menus', { schema: schemas.menus, onRequest: all.hook }, async (request, reply) => {
    const { menus, revisions, asOf } = all.found(request)
    const address = addressOf('menus', revisions)
    const answer = await answers.find(address, async () => ({ value: menus.map(toMenu), address }))
    return send(request, reply, { answer, address, asOf })
  })

  app.get(
    '/v1/menus/options',
    { schema: schemas.menuOptions, onRequest: all.hook },
    async (request, reply) => {
      const { menus, revisions, asOf } = all.found(request)
      const address = addressOf('menu options', revisions)
      const answer = await answers.find(address, async () => ({ value: menuOptions(menus), address }))
      return send(request, reply, { answer, address, asOf })
    },
  )

  app.get(
    '/v1/menus/:menuId/groups/options',
    { schema: schemas.groupOptions, onRequest: named.hook },
    async (request, reply) => {
      const { menus, revisions, asOf } = named.found(request)
      const question = 'group options'
      const address = addressOf(question, revisions)
      const answer = await answers.find(address, async () => {
        const loaded = await loadTrees(database, menus)
        const [tree] = loaded.trees
        if (tree === undefined) throw new HttpError(404, 'Menu not found')
        return { value: groupOptions(tree), address: addressOf(question, loaded.revisions) }
      })
      return send(request, reply, { answer, address, asOf })
    },
  )

  app.get(
    '/v1/groups',
    { schema: schemas.groups, schemaErrorFormatter: describeFault, onRequest: filtered.hook },
    async (request, reply) => {
      const { asOf, ...menus } = filtered.found(request)
      const found = await findGroups(parts, menus, readSelection(request.query))
      return send(request, reply, { ...found, asOf })
    },
  )
}

const shared = { tags: ['Menus'], security: [{ apiKey: [] }] }
const commonAnswers = {
  304: Type.Null({ description: 'The client has just this answer already, by `If-None-Match`.' }),
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
      ...commonAnswers,
    },
  },
  menuOptions: {
    ...shared,
    operationId: 'listMenuOptions',
    summary: 'The menus of the key as choices of a selector',
    description: 'Ordered by label, then value.',
    response: {
      200: Type.Array(Type.Unsafe<Option>(Type.Ref('Option#')), { description: 'The choices.' }),
      ...commonAnswers,
    },
  },
  groupOptions: {
    ...shared,
    operationId: 'listGroupOptions',
    summary: 'The groups of a menu as choices of a selector',
    description: 'Every group at any depth; the label is its path. Ordered by label, then value.',
    params: Type.Object({ menuId: Type.String({ description: 'Menu ID.' }) }),
    response: {
      200: Type.Array(Type.Unsafe<Option>(Type.Ref('Option#')), { description: 'The choices.' }),
      ...commonAnswers,
      404: errorAnswer('There is no such menu, or it is not granted to the key: `Menu not found`.'),
    },
  },
  groups: {
    ...shared,
    operationId: 'listGroups',
    summary: 'Groups with everything in them',
    description:
      'The top-level groups of the menus, or, with groups or tags, each matching group at any depth. ' +
      'What is not granted to the key does not exist for it.',
    querystring: GroupsQuery,
    response: {
      200: Type.Unsafe<GroupsEnvelope>({ ...Type.Ref('Groups#'), description: 'The groups.' }),
      ...commonAnswers,
    },
  },
}
