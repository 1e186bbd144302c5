import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'

/** A field of devices, menus, groups or items, from which rows and schemas are made. Sites, users and keys have simpler tables of their own. */
export interface Field {
  /** Its schema in responses. */
  readonly response: TSchema
  /** Its schema in import files and in requests that write it. A field without one is computed, and not stored. */
  readonly written?: TSchema
  /** Its value if it is left out; see `omittableField`. */
  readonly default?: unknown
  /** Its column, if that has another name. */
  readonly column?: string
}

type Fields = Readonly<Record<string, Field>>
type Kind = 'response' | 'written'
type Schemas<Of extends Fields, As extends Kind> = {
  [Key in keyof Of & string as Of[Key] extends Record<As, TSchema> ? Key : never]: NonNullable<Of[Key][As]>
}
type StoredName<Of extends Fields> = keyof Schemas<Of, 'written'>
type Column<Of, Name extends keyof Of> = Of[Name] extends { column: infer Own extends string } ? Own : Name

/** In rows, a boolean is a number, and a list is JSON. In SQL, write `NOT in_stock`: in PostgreSQL, the column is a boolean. */
type Stored<Value> = Value extends boolean ? 0 | 1 : Value extends readonly unknown[] ? string : Value

/** The part of a row that fields are stored in. */
export type ColumnsOf<Of extends Fields> = {
  readonly [Name in StoredName<Of> as Column<Of, Name>]: Stored<Static<Of[Name]['response']>>
}

/** The values of fields in an import file or a request. An undefined value was left out. */
export type WrittenFields<Of extends Fields> = Readonly<Static<TObject<Schemas<Of, 'written'>>>> & {
  readonly [Name in StoredName<Of>]?: unknown
}

/** Makes a field optional. The type allows undefined; validation allows only that the field is missing. */
export function Omittable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Unsafe<Readonly<Static<Schema>> | undefined>(schema))
}

/** The part of a `Field` for a field that has a default. */
export function omittableField<Schema extends TSchema>(schema: Schema, value: unknown) {
  return { written: Omittable(schema), default: value }
}

/** The names of the fields that are stored. */
export function storedFieldNames<Of extends Fields>(fields: Of): StoredName<Of>[] {
  return Object.keys(fields).filter((name): name is StoredName<Of> => fields[name]?.written !== undefined)
}

/** The schemas of fields in responses, or where they are written. */
export function schemasOf<Of extends Fields, As extends Kind>(fields: Of, as: As) {
  const schemas = Object.entries(fields).map(([name, field]) => [name, field[as]] as const)
  return Object.fromEntries(schemas.filter(([, schema]) => schema !== undefined)) as Schemas<Of, As>
}

/** The columns of fields, each with the name of its field. */
export function columnsOf<Of extends Fields>(fields: Of) {
  const columns = storedFieldNames(fields).map((name) => [fields[name]?.column ?? name, name])
  return Object.fromEntries(columns) as { readonly [Name in StoredName<Of> as Column<Of, Name>]: Name }
}

/** Returns these fields of an object that may have others. */
export function writtenFieldsOf<Of extends Fields>(fields: Of, object: WrittenFields<Of>): WrittenFields<Of> {
  return Object.fromEntries(storedFieldNames(fields).map((name) => [name, object[name]])) as WrittenFields<Of>
}

/** Creates a function that converts written fields to columns, and fills in the defaults. */
export function createColumnConverter<Of extends Fields>(fields: Of) {
  const columns = storedFieldNames(fields).map((name) => [name, fields[name]?.column ?? name] as const)
  const defaults: Record<string, unknown> = {}
  for (const [name, column] of columns) defaults[column] = toColumn(fields[name]?.default)
  return (written: WrittenFields<Of>) => {
    const row = { ...defaults }
    for (const [name, column] of columns) {
      const value = written[name]
      if (value !== undefined) row[column] = toColumn(value)
    }
    return row as ColumnsOf<Of>
  }
}

function toColumn(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** Creates a function that converts the values of columns back to the values of fields. */
export function createFieldValueConverter(fields: Fields) {
  const types = new Map(
    Object.entries(fields).map(([name, { column = name, response }]) => [
      column,
      [response['type']].flat()[0],
    ]),
  )
  return (column: string, value: unknown): unknown => {
    const type = types.get(column)
    if (type === 'array') return JSON.parse(String(value))
    return type === 'boolean' && value !== null ? value === 1 : value
  }
}
