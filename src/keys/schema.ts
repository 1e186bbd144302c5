import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from '../schemas/schema-parts.ts'
import { FilledName, Id, withDescription } from '../schemas/stored-values.ts'

/** What `expiresAt` of a new key must be, for error messages. */
export const EXPIRY_RULE =
  'a future time with its zone, such as 2030-01-31T06:00:00+01:00, and not after the end of the key of the request'

/** The body of `POST /v1/keys`. */
export const KeyBody = Type.Object(
  {
    name: withDescription(FilledName, 'What the key is for. It must not be blank.'),
    menus: Type.Array(Id, {
      description: 'Menus that the new key may read. The key of the request must be able to read them.',
    }),
    scopes: Type.Optional(
      Type.Array(Type.String({ mustBe: 'the name of a scope' }), {
        description: 'Scopes of the new key, none by default. The key of the request must have them.',
      }),
    ),
    expiresAt: Type.Optional(
      Nullable(
        Type.String({
          format: 'timestamp',
          mustBe: EXPIRY_RULE,
          description: 'When the new key expires: by default, with the key of the request.',
        }),
      ),
    ),
  },
  { additionalProperties: false, examples: [{ name: 'Lobby board', menus: ['lunch'] }] },
)
export type KeyBody = Static<typeof KeyBody>

export const NewKey = Type.Object(
  {
    id: Type.String({ description: 'The ID by which commands and logs call the key.' }),
    key: Type.String({ description: 'The key. It cannot be shown again.' }),
  },
  { $id: 'NewKey', description: 'A new key.' },
)
export type NewKey = Static<typeof NewKey>
