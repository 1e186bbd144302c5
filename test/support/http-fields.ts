/** What the reference shows of a JSON schema. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Fields {
  readonly name: string
  readonly rows: readonly Row[]
}

type Row = readonly string[]

/** Formats the fields of all schemas. What a schema has in common with an earlier one is not repeated. */
export function formatSchemas(schemas: Readonly<Record<string, Schema>>): string[] {
  const all = Object.entries(schemas)
    .filter(([name]) => !isWritten(name))
    .map(([name, schema]) => ({ name, rows: rowsOf(schema) }))
  return all.map((fields, index) => formatFields(fields, all.slice(0, index)))
}

/** What is written is as in an import file, whose page has the fields. */
function isWritten(name: string): boolean {
  return name.endsWith('Body')
}

/** Formats a list of fields. */
export function formatRows(rows: readonly Row[]): string {
  const typed = (field = '', type = '') => (type === 'string' ? field : `${field} (${type})`)
  const line = ([field, type, meaning]: Row) => `- ${typed(field, type)}${meaning ? `: ${meaning}` : ''}`
  return rows.map(line).join('\n')
}

/** All fields of a schema: the path of each, its type, and what it means. */
export function rowsOf({ properties = {} }: Schema = {}): Row[] {
  return Object.entries(properties).flatMap(([field, schema]) => fieldRows(field, schema))
}

function formatFields({ name, rows }: Fields, earlier: readonly Fields[]): string {
  const base = largestIn(rows, earlier)
  const others = rows.filter((row) => !base?.rows.some((other) => isEqual(row, other)))
  if (base === undefined) return `### ${name}\n\n${formatRows(others)}`
  return `### ${name}\n\nThe fields of [${base.name}](#${base.name.toLowerCase()}), and:\n\n${formatRows(others)}`
}

/** The largest of some schemas of which a schema has all fields. */
function largestIn(rows: readonly Row[], earlier: readonly Fields[]): Fields | undefined {
  const hasAll = (base: Fields) => base.rows.every((row) => rows.some((other) => isEqual(row, other)))
  return earlier
    .filter((base) => base.rows.length > 2 && hasAll(base))
    .sort((a, b) => b.rows.length - a.rows.length)[0]
}

function isEqual(row: Row, other: Row): boolean {
  return row.join() === other.join()
}

function fieldRows(path: string, schema: Schema): Row[] {
  const row = [
    `\`${path}\``,
    typeOf(schema),
    [schema.description ?? [], limitOf(schema), valuesOf(schema)].flat().join(' '),
  ]
  const inner = innerRows(path, schema)
  const members = schema.items ? innerRows(`${path}[]`, schema.items) : []
  return inner.length > 0 ? inner : [row, ...members]
}

/** The fields within a field. Numbers that are described together have no lines of their own. */
function innerRows(path: string, { description, properties = {} }: Schema): Row[] {
  if (description && Object.values(properties).every(({ type }) => type === 'integer')) return []
  return Object.entries(properties).flatMap(([name, child]) => fieldRows(`${path}.${name}`, child))
}

function limitOf({ maxLength = 0, maxItems = 0, items }: Schema): string[] {
  const length = `at most ${(maxLength || (items?.maxLength ?? 0)).toLocaleString('en')} characters`
  if (maxItems > 0) return [`At most ${maxItems}, each of ${length}.`]
  return maxLength > 0 ? [length.replace('a', 'A').concat('.')] : []
}

/** The only values of a text, unless its description names them. */
function valuesOf({ enum: values = [], description = '' }: Schema): string[] {
  const shown = values.map((value) => `\`${value}\``)
  return shown.every((value) => description.includes(value)) ? [] : [`One of ${shown.join(', ')}.`]
}

function typeOf({ $ref, type, items }: Schema): string {
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return `[${name}](${isWritten(name) ? 'import-file.md#fields' : `#${name.toLowerCase()}`})`
  }
  if (items !== undefined) return `list of ${typeOf(items)}`
  return [type ?? []].flat().join(' or ')
}
