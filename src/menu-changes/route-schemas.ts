import { Type } from '@sinclair/typebox'
import { securityOf } from '../auth/requirement.ts'
import { MOST_ITEMS_IN_WORDS } from '../documents/write/removals.ts'
import { MAX_MENU_BYTES, MAX_PATCH_BYTES } from '../http/bodies/body-limits.ts'
import { bodyErrorResponses, CHANGES_TAG } from '../http/change-responses.ts'
import { errorSchema } from '../http/http-error.ts'
import { booleanParameter } from '../http/query-parameters.ts'
import { ITEM_EXAMPLE } from '../menu/menu-examples.ts'
import { ITEM_NOT_FOUND, Item, MENU_NOT_FOUND, MenuInPath } from '../menu/schema.ts'
import { refTo } from '../schemas/schema-parts.ts'
import { MENU_WRITE_REQUIREMENT } from './change.ts'
import { MenuBody } from './menu-body.ts'
import { TOO_MANY_NODES } from './replace-menu.ts'
import { ItemPatch, MenuChangeCounts } from './schema.ts'

const menuResponses = (maxBytes: number) => ({
  ...bodyErrorResponses(maxBytes),
  412: errorSchema('`If-Match` does not list the content of the menu, or there is an `If-None-Match`.'),
})

const CONDITION =
  'If the request has `If-Match` with the `ETag` of `GET /v1/groups?menus=ID`, the change is made only if no group and no item of the menu has changed since. '
const writesMenus = securityOf(MENU_WRITE_REQUIREMENT)
export const ONE_MENU = 'one menu ID'

export const schemas = {
  item: {
    ...CHANGES_TAG,
    operationId: 'updateItem',
    summary: 'Change an item',
    description:
      'Changes the fields in the body; the others stay. The item must be in a menu that is granted to the key. ' +
      'If several such menus have an item with this ID, name the menu with `menu`. ' +
      'The media type `application/merge-patch+json` is accepted, too. ' +
      CONDITION +
      'Only with `CHANGES=on`.',
    security: writesMenus,
    params: Type.Object({
      itemId: Type.String({ description: 'Item ID.', examples: [ITEM_EXAMPLE.id] }),
    }),
    querystring: Type.Object({
      menu: Type.Optional(
        Type.String({ mustBe: ONE_MENU, description: 'The ID of the menu that the item is in.' }),
      ),
    }),
    'x-example': { ...ITEM_EXAMPLE, inStock: false },
    consumes: ['application/json', 'application/merge-patch+json'],
    body: ItemPatch,
    response: {
      200: refTo(Item, 'The item, as `GET /v1/groups` shows it.'),
      ...menuResponses(MAX_PATCH_BYTES),
      404: errorSchema('There is no such item, or its menu is not granted to the key', ITEM_NOT_FOUND),
      409: errorSchema('Several menus of the key have an item with this ID, and `menu` names none of them.'),
    },
  },
  menu: {
    ...CHANGES_TAG,
    operationId: 'replaceMenu',
    summary: 'Replace a menu',
    description:
      'Replaces a menu by that in the body, which is a menu as in an import file, without `keepsLeftOut`. Its `id` may be left out. Only what differs is written. ' +
      'No menu is created. ' +
      CONDITION +
      'Only with `CHANGES=on`.',
    security: writesMenus,
    params: MenuInPath,
    querystring: Type.Object({
      allowRemovals: booleanParameter(`Whether the menu may lose ${MOST_ITEMS_IN_WORDS}.`),
    }),
    'x-example': { added: 1, changed: 0, removed: 0 },
    body: MenuBody,
    response: {
      200: refTo(MenuChangeCounts, 'What has changed.'),
      ...menuResponses(MAX_MENU_BYTES),
      404: errorSchema('There is no such menu, or it is not granted to the key', MENU_NOT_FOUND),
      409: errorSchema(
        `The menu would lose ${MOST_ITEMS_IN_WORDS}, and \`allowRemovals\` is not \`true\`; or it has ${TOO_MANY_NODES} now.`,
      ),
    },
  },
}
