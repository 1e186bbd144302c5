import { Type } from '@sinclair/typebox'
import { Nullable } from '../http/nullable.ts'
import { Description, Name, Tags } from '../http/written.ts'
import type { Field } from '../lib/fields.ts'
import { MAX_CALORIES, MAX_PRICE } from './amounts.ts'

const description = {
  schema: Nullable(Type.String({ description: 'Description.' })),
  written: Description,
  default: null,
}

/** An amount. What is stored may be older than its limits. */
const amount = (maximum: number, description: string) => ({
  schema: Nullable(Type.Number({ description })),
  written: Nullable(Type.Number({ description, minimum: 0, maximum })),
  default: null,
})

/** The fields of a group, except for its place. */
export const GROUP_FIELDS = {
  name: { schema: Type.String({ description: 'Name of the group.' }), written: Name },
  description,
  tags: {
    schema: Type.Array(Type.String(), { description: 'Tags in the order they were given.' }),
    written: Tags,
    default: [],
  },
} satisfies Record<string, Field>

/** The fields of an item, except for its place. */
export const ITEM_FIELDS = {
  name: { schema: Type.String({ description: 'Name of the item.' }), written: Name },
  description,
  price: amount(MAX_PRICE, 'Price. null means no price; 0 means free.'),
  calories: amount(MAX_CALORIES, 'Calories.'),
  tags: {
    schema: Type.Array(Type.String(), {
      description: 'Tags in the order they were given; often key:value.',
    }),
    written: Tags,
    default: [],
  },
  inStock: {
    column: 'in_stock',
    schema: Type.Boolean({
      description: 'Whether it is in stock. Items that are out of stock are listed too.',
    }),
    written: Type.Boolean({ description: 'Whether it is in stock.' }),
    default: true,
  },
} as const satisfies Record<string, Field>
