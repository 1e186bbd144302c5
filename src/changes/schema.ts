import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../http/nullable.ts'
import { Name } from '../http/written.ts'
import { schemasOf } from '../lib/fields.ts'
import { ITEM_FIELDS } from '../menu/schema.ts'
import { LONGEST_MUTE_DAYS } from '../monitoring/alerts/mutes.ts'

/** What `inStockAgainAt` must be, for error messages. */
export const FUTURE_TIME = 'a future time with its zone, such as 2030-01-31T06:00:00+01:00'

const { inStock, price, calories, ...others } = schemasOf(ITEM_FIELDS, 'written')

/** The body of `PATCH /v1/items/:itemId`. Fields that are left out stay as they are. */
export const ItemPatch = Type.Partial(
  Type.Object({
    inStock,
    inStockAgainAt: Nullable(
      Type.String({
        format: 'timestamp',
        mustBe: FUTURE_TIME,
        description:
          'Only with `inStock: false`: when the item is in stock again by itself. null means never. `inStock: true` cancels it.',
      }),
    ),
    price,
    calories,
    ...others,
    name: Type.Unsafe<string>({
      ...Name,
      minLength: 1,
      mustBe: `${Name['mustBe']}, and not empty`,
      description: 'Name of the item. It must not be empty.',
    }),
  }),
  { additionalProperties: false, examples: [{ inStock: false, price: 6.5 }] },
)
export type ItemPatch = Static<typeof ItemPatch>

/** What a replaced menu has gained and lost, in groups and items. */
export const MenuChanges = Type.Object(
  {
    added: Type.Integer({ description: 'New groups and items.' }),
    changed: Type.Integer({
      description:
        'Groups and items that stay, with another field, another place, or another order of what stays in them. A new order of the top-level groups counts as one.',
    }),
    removed: Type.Integer({ description: 'Groups and items that are no longer there.' }),
  },
  { $id: 'MenuChanges', description: 'What a replaced menu has gained and lost.' },
)
export type MenuChanges = Static<typeof MenuChanges>

/** A heartbeat says nothing but that it was sent, so its body is empty. */
export const HeartbeatBody = Type.Object({}, { additionalProperties: false })

/** What `until` must be, for error messages. */
export const MUTE_TIME = `a time within the next ${LONGEST_MUTE_DAYS} days with its zone, such as 2030-01-31T06:00:00+01:00`

/** The body of `PUT /devices/:id/mute` and `PUT /sites/:id/mute`. */
export const MuteBody = Type.Object(
  {
    until: Type.String({
      format: 'timestamp',
      mustBe: MUTE_TIME,
      description: `Until when nobody is alerted: at most ${LONGEST_MUTE_DAYS} days from now.`,
    }),
  },
  { additionalProperties: false, examples: [{ until: '2030-01-31T06:00:00+01:00' }] },
)
export type MuteBody = Static<typeof MuteBody>

/** How long something is muted. */
export const Mute = Type.Object(
  { muted_until: Type.String({ format: 'date-time', description: 'Until when nobody is alerted.' }) },
  { $id: 'Mute', description: 'How long something is muted.' },
)
export type Mute = Static<typeof Mute>
