import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A schema that also accepts null, as one `type` list, which validators and serialisers handle best. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema['type'], 'null'] })
}
