import { Type } from '@sinclair/typebox'
import { ALERT_MUTE, DEVICE_HEARTBEAT, MENU_WRITE } from '../auth/scopes.ts'
import { commonErrors, errorSchema } from '../http/errors.ts'
import type { Item } from '../menu/schema.ts'
import { MAX_MENU_BYTES, MAX_PATCH_BYTES, MAX_SMALL_BODY_BYTES } from './bodies/body-limits.ts'
import { HeartbeatBody, ItemPatch, type MenuChanges, type Mute, MuteBody } from './schema.ts'

const ITEM_ID = Type.String({ description: 'Item ID.' })
const MENU_ID = Type.String({ description: 'Menu ID.' })
const DEVICE_ID = Type.String({
  description: 'Device ID. A MAC address may be in upper or lower case, with colons or hyphens.',
})

const bodyResponses = (maxBytes: number) => ({
  ...commonErrors,
  400: errorSchema(
    'The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`.',
  ),
  403: errorSchema('The key lacks the scope: `Invalid scopes`.'),
  413: errorSchema(`The body is larger than ${maxBytes.toLocaleString('en')} bytes.`),
  415: errorSchema('The body is not JSON.'),
  429: errorSchema(
    'Too many requests, or too many bytes of bodies of the key are being received; retry after `Retry-After` seconds.',
  ),
})
const smallBodyResponses = bodyResponses(MAX_SMALL_BODY_BYTES)

const menuResponses = (maxBytes: number) => ({
  ...bodyResponses(maxBytes),
  412: errorSchema(
    'The menu is not in the state that `If-Match` or `If-None-Match` asks for: `The menu has changed since: read it again`.',
  ),
})

const shared = { tags: ['Changes'] }
const CONDITION =
  'With `If-Match`, which takes the `ETag` of `GET /v1/groups?menus=ID` or of any change, only if nothing in the menu has changed. '
const writesMenus = [{ apiKey: [MENU_WRITE] }]

/** The descriptions of the routes. They exist with `CHANGES=on` only. */
export const schemas = {
  item: {
    ...shared,
    operationId: 'updateItem',
    summary: 'Change an item',
    description:
      'Changes the fields in the body; the others stay. The item must be in a menu that is granted to the key. ' +
      'Where several of them have an item with this id, `menu` names the menu. ' +
      'The media type `application/merge-patch+json` is accepted, too. ' +
      CONDITION +
      'Only with `CHANGES=on`.',
    security: writesMenus,
    params: Type.Object({ itemId: ITEM_ID }),
    querystring: Type.Object({
      menu: Type.Optional(
        Type.String({ mustBe: 'one menu ID', description: 'The ID of the menu that the item is in.' }),
      ),
    }),
    body: ItemPatch,
    response: {
      200: Type.Unsafe<Item>({
        ...Type.Ref('Item#'),
        description: 'The item, as `GET /v1/groups` shows it.',
      }),
      ...menuResponses(MAX_PATCH_BYTES),
      404: errorSchema('There is no such item, or its menu is not granted to the key: `Item not found`.'),
      409: errorSchema('Several menus of the key have an item with this ID, and `menu` names none of them.'),
    },
  },
  menu: {
    ...shared,
    operationId: 'replaceMenu',
    summary: 'Replace a menu',
    description:
      'Makes a menu what the body says: a menu as in an import file, whose `id` may be left out. What is equal is not touched. ' +
      'No menu is created. ' +
      CONDITION +
      'Only with `CHANGES=on`.',
    security: writesMenus,
    params: Type.Object({ menuId: MENU_ID }),
    querystring: Type.Object({
      allowRemovals: Type.Optional(
        Type.Unsafe<'true' | 'false'>({
          type: 'string',
          enum: ['true', 'false'],
          mustBe: 'true or false',
          description: 'Whether more than half of the items of a menu with 10 or more may be removed.',
        }),
      ),
    }),
    body: Type.Unsafe<object>({ type: 'object', description: 'A menu as in an import file.' }),
    response: {
      200: Type.Unsafe<MenuChanges>({ ...Type.Ref('MenuChanges#'), description: 'What has changed.' }),
      ...menuResponses(MAX_MENU_BYTES),
      404: errorSchema('There is no such menu, or it is not granted to the key: `Menu not found`.'),
      409: errorSchema(
        'More than half of the items would be removed, and `allowRemovals` is not `true`; or the stored menu has more than 25,000 groups and items.',
      ),
    },
  },
  heartbeat: {
    ...shared,
    operationId: 'reportHeartbeat',
    summary: 'Report that a device is running',
    description:
      'Sets the last heartbeat of a device that the user of the key has `update` access to. The time is that of the server. ' +
      'The body is empty. Only with `CHANGES=on`.',
    security: [{ bearer: [DEVICE_HEARTBEAT] }],
    params: Type.Object({ id: DEVICE_ID }),
    body: HeartbeatBody,
    response: {
      204: Type.Null({ description: 'The heartbeat is stored.' }),
      ...smallBodyResponses,
      404: errorSchema(
        'There is no such device, or the user of the key may not update it: `Device not found`.',
      ),
    },
  },
}

const SITE_ID = Type.String({ description: 'Site ID.' })

function muteSchemasOf(kind: 'device' | 'site', id: typeof SITE_ID, rule: string) {
  const Kind = kind === 'device' ? 'Device' : 'Site'
  const common = {
    ...shared,
    security: [{ bearer: [ALERT_MUTE] }],
    params: Type.Object({ id }),
  }
  const notFound = errorSchema(`There is no such ${kind}, or ${rule} is missing: \`${Kind} not found\`.`)
  return {
    put: {
      ...common,
      operationId: `mute${Kind}`,
      summary: `Mute a ${kind}`,
      description: `Nobody is alerted of a ${kind} until a time. The user of the key needs ${rule}. Only with \`CHANGES=on\`.`,
      body: MuteBody,
      response: {
        200: Type.Unsafe<Mute>({ ...Type.Ref('Mute#'), description: `Until when the ${kind} is muted.` }),
        ...smallBodyResponses,
        404: notFound,
      },
    },
    delete: {
      ...common,
      operationId: `unmute${Kind}`,
      summary: `Unmute a ${kind}`,
      description: `Ends what \`PUT\` began, if it lasts. The user of the key needs ${rule}. Only with \`CHANGES=on\`.`,
      response: {
        204: Type.Null({ description: `The ${kind} is not muted.` }),
        ...commonErrors,
        403: smallBodyResponses[403],
        413: smallBodyResponses[413],
        404: notFound,
      },
    },
  }
}

/** The descriptions of the routes that mute. */
export const muteSchemas = {
  device: muteSchemasOf('device', DEVICE_ID, '`update` access to it'),
  site: muteSchemasOf('site', SITE_ID, '`update` access to all of its devices, of which there must be one'),
}
