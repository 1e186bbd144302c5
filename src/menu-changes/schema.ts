import { type Static, Type } from '@sinclair/typebox'
import { schemasOf } from '../lib/fields.ts'
import { ITEM_FIELDS } from '../menu/schema.ts'
import { Nullable } from '../schemas/schema-parts.ts'
import { FilledName, withDescription } from '../schemas/stored-values.ts'

/** What `inStockAgainAt` must be, for error messages. */
export const RESTOCK_RULE = 'a future time with its zone, such as 2030-01-31T06:00:00+01:00'

const { inStock, price, calories, ...others } = schemasOf(ITEM_FIELDS, 'written')

/** The body of `PATCH /v1/items/:itemId`. Fields that are left out stay as they are. */
export const ItemPatch = Type.Partial(
  Type.Object({
    inStock,
    inStockAgainAt: Nullable(
      Type.String({
        format: 'timestamp',
        mustBe: RESTOCK_RULE,
        description:
          'Only with `inStock: false`: when the item is in stock again by itself. null means never. `inStock: true` cancels it.',
      }),
    ),
    price,
    calories,
    ...others,
    name: withDescription(FilledName, 'Name of the item. It must not be blank.'),
  }),
  { additionalProperties: false, examples: [{ inStock: false, price: 6.5 }] },
)
export type ItemPatch = Static<typeof ItemPatch>

/** The numbers of groups and items that a replaced menu has gained and lost. */
export const MenuChangeCounts = Type.Object(
  {
    added: Type.Integer({ description: 'New groups and items.' }),
    changed: Type.Integer({
      description:
        'Groups and items that existed before and now differ: in a field, in their place, or in the order of what is in them. If the top-level groups have a new order, that counts as one change.',
    }),
    removed: Type.Integer({ description: 'Groups and items that are no longer there.' }),
  },
  { $id: 'MenuChanges', description: 'What a replaced menu has gained and lost.' },
)
export type MenuChangeCounts = Static<typeof MenuChangeCounts>
