import { type TSchema, Type } from '@sinclair/typebox'
import { documentParts, referencedSchemas } from './schema.ts'

/** What the interface answers beside what is stored: a saved answer may be pasted in as it is. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['metadata', 'is_online'])

const documentSchema = Type.Object(
  Object.fromEntries(Object.entries(documentParts).map(([part, schema]) => [part, Type.Array(schema)])),
)

/**
 * The places of all fields of a document that nobody reads, most of them probably misspelt.
 * @param document one whose form has been checked: its nesting is bounded
 */
export function findUnknownFields(document: unknown): string[] {
  const places: string[] = []
  visit(document, documentSchema, '', places)
  return places
}

function visit(value: unknown, schema: TSchema, place: string, places: string[]): void {
  if (Array.isArray(value)) {
    const members = resolve(schema['items'])
    for (const [index, member] of value.entries()) visit(member, members, `${place}/${index}`, places)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      const known = fieldsOf(schema).get(name)
      if (known) visit(field, resolve(known), `${place}/${name}`, places)
      else if (!DERIVED_FIELDS.has(name)) places.push(`${place}/${name}`)
    }
  }
}

const fields = new WeakMap<TSchema, Map<string, TSchema>>()

/** The fields that a schema describes. A map: a document may call a field `constructor`. */
function fieldsOf(schema: TSchema): Map<string, TSchema> {
  let known = fields.get(schema)
  if (known === undefined) {
    known = new Map(Object.entries<TSchema>(schema['properties'] ?? {}))
    fields.set(schema, known)
  }
  return known
}

function resolve(schema: TSchema): TSchema {
  const name = schema['$ref']?.replace('#', '')
  return referencedSchemas.find(({ $id }) => $id === name) ?? schema
}
