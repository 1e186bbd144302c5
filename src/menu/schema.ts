import { type Static, type TUnsafe, Type } from '@sinclair/typebox'
import { type Field, omittableField, schemasOf } from '../lib/fields.ts'
import { Nullable } from '../schemas/schema-parts.ts'
import { Description, FilledName, Name, Tags, withDescription } from '../schemas/stored-values.ts'
import { MAX_CALORIES, MAX_PRICE } from './amounts.ts'

const name = (description: string) => ({
  response: Type.String({ description }),
  written: withDescription(Name, description),
})
const text = (written: TUnsafe<string | null>, description: string) => ({
  response: Nullable(Type.String({ description })),
  ...omittableField(withDescription(written, description), null),
})
const tags = (description: string) => ({
  response: Type.Array(Type.String(), { description }),
  ...omittableField(withDescription(Tags, 'Tags.'), []),
})
/** Responses have no maximum, because a value may have been stored before there was one. */
const amount = (maximum: number, description: string) => ({
  response: Nullable(Type.Number({ description })),
  ...omittableField(Nullable(Type.Number({ description, minimum: 0, maximum })), null),
})
const inStock = 'Whether it is in stock.'

/** The fields of a menu, besides its id. The last two are those of its location, which is an object in import files and responses. */
export const MENU_FIELDS = {
  name: {
    response: Type.String({ description: 'Name of the menu.' }),
    written: withDescription(FilledName, 'Name of the menu. It must not be blank.'),
  },
  location: { column: 'location_name', ...text(Nullable(Name), 'Where the menu is served.') },
  restaurantName: { column: 'restaurant_name', ...text(Nullable(Name), 'The restaurant that serves it.') },
} as const satisfies Record<string, Field>

/** The fields of a group, besides its place. */
export const GROUP_FIELDS = {
  name: name('Name of the group.'),
  description: text(Description, 'Description.'),
  tags: tags('Tags in the order they were given.'),
} satisfies Record<string, Field>

/** The fields of an item, besides its place. */
export const ITEM_FIELDS = {
  name: name('Name of the item.'),
  description: text(Description, 'Description.'),
  price: amount(MAX_PRICE, 'Price. null means no price; 0 means free.'),
  calories: amount(MAX_CALORIES, 'Calories.'),
  tags: tags('Tags in the order they were given; often key:value.'),
  inStock: {
    column: 'in_stock',
    response: Type.Boolean({ description: `${inStock} Items that are out of stock are listed too.` }),
    ...omittableField(Type.Boolean({ description: inStock }), true),
  },
} as const satisfies Record<string, Field>

const total = (description: string) => Type.Object({ total: Type.Integer({ description }) })

export const Item = Type.Recursive(
  (This) =>
    Type.Object({
      metadata: Type.Object({ items: total('Direct child items, including those below `depth`.') }),
      id: Type.String({ description: 'Item ID.' }),
      ...schemasOf(ITEM_FIELDS, 'response'),
      items: Type.Array(This, { description: 'Child items; empty at a leaf.' }),
    }),
  { $id: 'Item', description: 'An item with its child items, for example sizes.' },
)
export type Item = Static<typeof Item>

const ItemReference = Type.Unsafe<Item>(Type.Ref('Item#'))

export const Group = Type.Recursive(
  (This) =>
    Type.Object({
      metadata: Type.Object({
        groups: total('Direct child groups, including those below `depth`.'),
        items: total('Direct child items.'),
      }),
      id: Type.String({ description: 'Group ID.' }),
      ...schemasOf(GROUP_FIELDS, 'response'),
      groups: Type.Array(This, { description: 'Child groups; empty at a leaf.' }),
      items: Type.Array(ItemReference, { description: 'Items directly in this group.' }),
    }),
  { $id: 'Group', description: 'A group with its child groups and its items.' },
)
export type Group = Static<typeof Group>

/** The response body of `GET /v1/groups`. */
export const GroupsEnvelope = Type.Object(
  {
    metadata: Type.Object(
      { groups: total('Matching groups on all pages.') },
      { description: 'The number of groups.' },
    ),
    groups: Type.Array(Type.Unsafe<Group>(Type.Ref('Group#')), { description: 'The groups of this page.' }),
  },
  { $id: 'Groups', description: 'Groups with their subgroups and items.' },
)
export type GroupsEnvelope = Static<typeof GroupsEnvelope>

const { location, restaurantName, ...menuFields } = schemasOf(MENU_FIELDS, 'response')

/** `locations` is one object. Its fields are null if the menu has no location. */
export const Menu = Type.Object(
  {
    id: Type.String({ description: 'Menu ID.' }),
    ...menuFields,
    locations: Type.Object({ name: location, restaurantName }),
  },
  { $id: 'Menu', description: 'A menu in a list.' },
)
export type Menu = Static<typeof Menu>

export const SelectorOption = Type.Object(
  {
    label: Type.String({ description: 'The text to show.' }),
    value: Type.String({ description: 'The ID to send.' }),
  },
  { $id: 'SelectorOption', description: 'One option of a selector.' },
)
export type SelectorOption = Static<typeof SelectorOption>

export const MENU_NOT_FOUND = 'Menu not found'
export const ITEM_NOT_FOUND = 'Item not found'

export const MenuInPath = Type.Object({
  menuId: Type.String({ description: 'Menu ID.', examples: ['5303e8e5-d12b-45d6-aad5-5950c0f65a95'] }),
})
