import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** A field of devices, groups or items. Rows, columns, schemas and whatever copies fields follow from tables of these. */
export interface Field {
  /** What it is in responses. */
  readonly schema: TSchema
  /** What it must be in import files and in requests that write it. A field without it is computed, and not stored. */
  readonly written?: TSchema
  /** Its value if it is left out. A field without a default cannot be left out. */
  readonly default?: unknown
  /** Its column, if that has another name. */
  readonly column?: string
}

type Fields = Readonly<Record<string, Field>>

type StoredName<Of extends Fields> = {
  [Name in keyof Of & string]: Of[Name] extends { written: TSchema } ? Name : never
}[keyof Of & string]

type Column<Of extends Fields, Name extends keyof Of> = Of[Name] extends {
  column: infer Other extends string
}
  ? Other
  : Name

/** A boolean is stored as a number, and a list as JSON. */
type Stored<Value> = Value extends boolean ? 0 | 1 : Value extends readonly unknown[] ? string : Value

/** The part of a row that fields are stored in. */
export type ColumnsOf<Of extends Fields> = {
  readonly [Name in StoredName<Of> as Column<Of, Name>]: Stored<Static<Of[Name]['schema']>>
}

/** The values of fields; undefined where nothing is said about one. */
export type Said<Of extends Fields> = {
  readonly [Name in StoredName<Of>]:
    | Readonly<Static<Of[Name]['schema']>>
    | (Of[Name] extends { default: unknown } ? undefined : never)
}

/** The names of the fields that are stored. */
export function storedNames<Of extends Fields>(fields: Of): StoredName<Of>[] {
  return Object.keys(fields).filter((name): name is StoredName<Of> => fields[name]?.written !== undefined)
}

/** The schemas of fields in responses. */
export function schemasOf<Of extends Fields>(fields: Of) {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as { [Name in keyof Of]: Of[Name]['schema'] }
}

/** A field that can be left out, although its value is then none that it can be given. */
export function CanBeLeftOut<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Unsafe<Readonly<Static<Schema>> | undefined>(schema))
}

/** The schemas of fields where they are written. Those with a default can be left out. */
export function writtenSchemasOf<Of extends Fields>(fields: Of) {
  const schemas = storedNames(fields).map((name) => {
    const { written = Type.Never(), default: byDefault } = fields[name] ?? {}
    return [name, byDefault === undefined ? written : CanBeLeftOut(written)]
  })
  return Object.fromEntries(schemas) as {
    [Name in StoredName<Of>]: Of[Name] extends { default: unknown }
      ? ReturnType<typeof CanBeLeftOut<NonNullable<Of[Name]['written']>>>
      : NonNullable<Of[Name]['written']>
  }
}

/** The columns of fields, each with the name of its field. */
export function columnsOf<Of extends Fields>(fields: Of) {
  const columns = storedNames(fields).map((name) => [fields[name]?.column ?? name, name])
  return Object.fromEntries(columns) as { readonly [Name in StoredName<Of> as Column<Of, Name>]: Name }
}

/** What is said where nothing is said about any field that can be left out. */
export function nothingSaid<Of extends Fields>(fields: Of) {
  const names = storedNames(fields).filter((name) => fields[name]?.default !== undefined)
  return Object.fromEntries(names.map((name) => [name, undefined])) as {
    readonly [Name in StoredName<Of> as Of[Name] extends { default: unknown } ? Name : never]: undefined
  }
}

/** What is said about the fields of something that may say more. */
export function said<Of extends Fields>(fields: Of, of: Said<Of>) {
  return Object.fromEntries(storedNames(fields).map((name) => [name, of[name]])) as Said<Of>
}

/** Creates a function that converts what is said to columns, and fills in the defaults. */
export function columnWriter<Of extends Fields>(fields: Of) {
  const stored = storedNames(fields).map((name) => ({ name, ...fields[name] }))
  return (said: Partial<Said<Of>>) => {
    const row: Record<string, unknown> = {}
    for (const { name, column = name, default: byDefault } of stored) {
      const { [name]: value = byDefault } = said
      row[column] = toColumn(value)
    }
    return row as ColumnsOf<Of>
  }
}

function toColumn(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return Array.isArray(value) ? JSON.stringify(value) : value
}

/** Creates a function that converts the value of a column back, of which it is given the name. Others stay as they are. */
export function columnReader(...tables: readonly Fields[]) {
  const entries = tables.flatMap((fields) => Object.entries(fields))
  const types = new Map(entries.map(([name, { column = name, schema }]) => [column, schema['type']]))
  return (column: string, value: unknown): unknown => {
    const type = types.get(column)
    if (type === 'array') return JSON.parse(String(value))
    return type === 'boolean' ? value === 1 : value
  }
}
