import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { KEY_PATTERN } from '../auth/credential.ts'
import type { StoredKey } from '../auth/queries/keys.ts'
import { SCOPES } from '../auth/scopes.ts'
import { ACCESS_LEVELS } from '../device/access.ts'
import { DEVICE_FIELDS } from '../device/schema.ts'
import { SITE_FIELDS } from '../device/sites/schema.ts'
import { Omittable, schemasOf } from '../lib/fields.ts'
import { GROUP_FIELDS, ITEM_FIELDS, MENU_FIELDS } from '../menu/schema.ts'
import { Nullable, WithDefault } from '../schemas/schema-parts.ts'
import { Id, Name, Timestamp } from '../schemas/stored-values.ts'

function OneOf<Name extends string>(names: readonly Name[]) {
  return Type.Unsafe<Name>({ type: 'string', enum: names, mustBe: `one of ${names.join(', ')}` })
}

const OptionalName = WithDefault(Nullable(Name), null)
const OptionalTimestamp = WithDefault(Nullable(Timestamp), null)

const ImportFileUser = Type.Object({ id: Id, name: Name })

const Access = Type.Object({
  user: Id,
  level: OneOf(ACCESS_LEVELS),
})

const ImportFileDevice = Type.Object({
  ...schemasOf(DEVICE_FIELDS, 'written'),
  /** Whether an existing device keeps all fields that are left out. By default they get their defaults, except for `KEPT_FIELDS`. */
  keepsLeftOut: Type.Optional(Type.Boolean()),
  site: Omittable(Nullable(Id)),
  access: Omittable(Type.Array(Access)),
})

/** An item as in API responses. The id is optional; metadata is ignored. */
const ImportFileItem = Type.Recursive(
  (This) =>
    Type.Object({
      id: Type.Optional(Id),
      ...schemasOf(ITEM_FIELDS, 'written'),
      /** The stored tags that `tags` replaces: whole tags, or prefixes such as `allergen:`. Other tags stay. By default, none stay. */
      replacedTags: Omittable(Type.Array(Type.String())),
      items: WithDefault(Type.Array(This), []),
    }),
  { $id: 'ImportFileItem' },
)

/** A group as in API responses. The id is optional; metadata is ignored. */
const ImportFileGroup = Type.Recursive(
  (This) =>
    Type.Object({
      id: Type.Optional(Id),
      ...schemasOf(GROUP_FIELDS, 'written'),
      groups: WithDefault(Type.Array(This), []),
      items: WithDefault(Type.Array(Type.Unsafe<ImportFileItem>(Type.Ref('ImportFileItem#'))), []),
    }),
  { $id: 'ImportFileGroup' },
)

const { location, restaurantName, ...menuFields } = schemasOf(MENU_FIELDS, 'written')
/** The fields of a menu that are not in its location. */
export const MenuFields = menuFields
export const Location = Type.Object({ name: location, restaurantName })

const ImportFileMenu = Type.Object({
  id: Id,
  ...MenuFields,
  /** Whether fields that are left out stay as they are in the database. By default, they get their defaults. */
  keepsLeftOut: Type.Optional(Type.Boolean()),
  location: Omittable(Nullable(Location)),
  groups: WithDefault(Type.Array(Type.Unsafe<ImportFileGroup>(Type.Ref('ImportFileGroup#'))), []),
})

const ImportFileKey = Type.Object(
  {
    key: Type.Optional(
      Type.String({ pattern: KEY_PATTERN, secret: true, mustBe: 'visible ASCII text without spaces' }),
    ),
    keyHash: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        secret: true,
        mustBe: 'a SHA-256 in lower-case hexadecimal digits',
      }),
    ),
    keyPrefix: OptionalName,
    name: Name,
    user: Id,
    scopes: WithDefault(Type.Array(OneOf(Object.keys(SCOPES))), []),
    menus: WithDefault(Type.Array(Id), []),
    expiresAt: OptionalTimestamp,
    revokedAt: OptionalTimestamp,
    createdBy: WithDefault(Nullable(Id), null),
  } satisfies Record<'key' | 'keyHash' | 'keyPrefix' | Exclude<keyof StoredKey, 'hash' | 'prefix'>, TSchema>,
  // Somebody may write the key in place of this object, so error messages must not show the value.
  { secret: true },
)

export type ImportFileItem = Static<typeof ImportFileItem>
export type ImportFileGroup = Static<typeof ImportFileGroup>
export type ImportFileMenu = Static<typeof ImportFileMenu>

/** The schema of the members of each section. */
export const importFileSections = {
  users: ImportFileUser,
  sites: Type.Object(SITE_FIELDS),
  devices: ImportFileDevice,
  menus: ImportFileMenu,
  apiKeys: ImportFileKey,
}

/** A valid import file, with defaults filled in. */
export type ImportFile = {
  readonly [Section in keyof typeof importFileSections]: readonly Static<
    (typeof importFileSections)[Section]
  >[]
}

/** The nodes in the tree of a menu. Schemas refer to them by name. */
export const referencedSchemas = { groups: ImportFileGroup, items: ImportFileItem }
