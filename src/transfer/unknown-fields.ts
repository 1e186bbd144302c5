import type { TSchema } from '@sinclair/typebox'
import { cut } from './errors.ts'
import { documentParts, referencedSchemas } from './schema.ts'
import type { Part } from './source.ts'

/** What the interface answers beside what is stored: a saved answer may be pasted in as it is. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['metadata', 'is_online'])
/** How many places are kept; of the others only the number is. */
const KEPT_PLACES = 20

/** A place in a document. It becomes text only where something is wrong: most members have nothing unknown. */
interface Path {
  readonly parent?: Path
  readonly name: string | number
}

/** Collects the fields of a document that nobody reads, most of them probably misspelt. */
export class UnknownFields {
  /** Where the first of them are. */
  readonly places: string[] = []
  count = 0

  /** @param member one whose form has been checked: its nesting is bounded */
  addFrom(part: Part, index: number, member: unknown): void {
    this.#visit(member, documentParts[part], { parent: { name: part }, name: index })
  }

  add(path: Path): void {
    this.count += 1
    if (this.places.length < KEPT_PLACES) this.places.push(textOf(path))
  }

  #visit(value: unknown, schema: TSchema, path: Path): void {
    if (Array.isArray(value)) {
      const members = resolve(schema['items'])
      for (const [name, member] of value.entries()) this.#visit(member, members, { parent: path, name })
    } else if (typeof value === 'object' && value !== null) this.#visitFields(value, fieldsOf(schema), path)
  }

  #visitFields(value: object, known: ReadonlyMap<string, TSchema>, parent: Path): void {
    for (const [name, field] of Object.entries(value)) {
      const schema = known.get(name)
      if (schema === undefined) {
        if (!DERIVED_FIELDS.has(name)) this.add({ parent, name })
      } else if (typeof field === 'object') this.#visit(field, schema, { parent, name })
    }
  }
}

function textOf({ parent, name }: Path): string {
  return `${parent ? textOf(parent) : ''}/${cut(String(name))}`
}

const fields = new WeakMap<TSchema, ReadonlyMap<string, TSchema>>()

/** The fields that a schema describes. A map: a document may call a field `constructor`. */
function fieldsOf(schema: TSchema): ReadonlyMap<string, TSchema> {
  let known = fields.get(schema)
  if (known === undefined) {
    known = new Map(Object.entries<TSchema>(schema['properties'] ?? {}))
    fields.set(schema, known)
  }
  return known
}

function resolve(schema: TSchema): TSchema {
  const name = schema['$ref']?.replace('#', '')
  return Object.values(referencedSchemas).find(({ $id }) => $id === name) ?? schema
}
