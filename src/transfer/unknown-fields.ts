import type { TSchema } from '@sinclair/typebox'
import { cut } from './errors.ts'
import { documentParts, referencedSchemas } from './schema.ts'
import type { Section } from './source.ts'

/** Computed fields of API responses. They are ignored silently, so that a saved response can be pasted in. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['metadata', 'is_online'])
/** How many JSON pointers are kept. The rest are only counted. */
const KEPT_PLACES = 20

/** A path in an import file. It becomes text only for an unknown field: most members have none. */
interface Path {
  readonly parent?: Path
  readonly name: string | number
}

/** Collects the unknown fields of an import file. Most of them are probably misspelled. */
export class UnknownFields {
  /** JSON pointers to the first unknown fields. */
  readonly places: string[] = []
  count = 0

  /** @param member a checked member, so that its depth is limited */
  addFrom(part: Section, index: number, member: unknown): void {
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

/** The fields of a schema. This is a Map because an import file may have a field named `constructor`. */
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
