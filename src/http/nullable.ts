import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A schema that also takes null, as one `type` list: validators and serialisers are at their best with it. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema['type'], 'null'] })
}
