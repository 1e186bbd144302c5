import { Type } from '@sinclair/typebox'
import { Location, MenuFields } from '../documents/schema.ts'
import { Omittable, schemasOf } from '../lib/fields.ts'
import { GROUP_FIELDS, ITEM_FIELDS } from '../menu/schema.ts'
import { Nullable } from '../schemas/schema-parts.ts'
import { Id, withDescription } from '../schemas/stored-values.ts'

/* The menu in the body of `PUT /v1/menus/:menuId`. `parseMenu` checks values as in an import file, and refuses fields that are not here. */

const optionalId = Omittable(
  withDescription(Id, 'ID. By default, it is derived from the position in the menu.'),
)
const metadata = Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'Ignored.' }))
const strict = { additionalProperties: false }
const optionalList = (name: string, description: string) =>
  Type.Optional(Type.Array(Type.Ref(`${name}#`), { description }))

export const ItemBody = Type.Object(
  {
    id: optionalId,
    metadata,
    ...schemasOf(ITEM_FIELDS, 'written'),
    items: optionalList('ItemBody', 'Child items.'),
  },
  { ...strict, $id: 'ItemBody', description: 'An item in the body of a request.' },
)

export const GroupBody = Type.Object(
  {
    id: optionalId,
    metadata,
    ...schemasOf(GROUP_FIELDS, 'written'),
    groups: optionalList('GroupBody', 'Child groups.'),
    items: optionalList('ItemBody', 'Items directly in this group.'),
  },
  { ...strict, $id: 'GroupBody', description: 'A group in the body of a request.' },
)

export const WrittenMenu = Type.Object(
  {
    id: Omittable(withDescription(Id, 'The ID in the path. It may be left out.')),
    metadata,
    ...MenuFields,
    location: Omittable(Nullable({ ...Location, ...strict })),
    groups: optionalList('GroupBody', 'The top-level groups.'),
  },
  strict,
)

/** Describes the body. It does not validate it, because the body is not parsed yet when requests are validated. */
export const MenuBody = Type.Unsafe<object>({
  type: 'object',
  description: 'A menu as in an import file. Fields that are left out get their defaults.',
  documentedAs: WrittenMenu,
  examples: [
    {
      name: 'All Day',
      groups: [
        { id: 'starters', name: 'Starters', items: [{ id: 'soup', name: 'Tomato Soup', price: 6.5 }] },
      ],
    },
  ],
})
