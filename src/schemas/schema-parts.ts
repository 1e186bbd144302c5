import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A schema that also accepts null, as one `type` list, which validators and serialisers handle best. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema['type'], 'null'] })
}

/** A time in a response. */
export const Instant = (description: string, ...examples: string[]) =>
  Type.String({ format: 'date-time', ...(examples.length > 0 && { examples }), description })

/** A reference to a schema that is declared once, by its `$id`. */
export function refTo<Schema extends TSchema>({ $id }: Schema, description: string) {
  return Type.Unsafe<Static<Schema>>({ ...Type.Ref(`${$id}#`), description })
}

/** An optional field. Validation fills in the default, so the field is always present in the type. */
export function WithDefault<Schema extends TSchema>(schema: Schema, value: unknown): Schema {
  return { ...schema, default: value }
}
