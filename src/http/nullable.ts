import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A schema that also accepts null, as one `type` list, which validators and serialisers handle best. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema['type'], 'null'] })
}

/** A schema that is declared once, by its name, as a part of another one or of a response. */
export function refTo<Of>(name: string, description: string) {
  return Type.Unsafe<Of>({ ...Type.Ref(`${name}#`), description })
}
