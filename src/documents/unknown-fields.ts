import type { TSchema } from '@sinclair/typebox'
import { pointerTo } from '../lib/json/json.ts'
import { shorten } from '../lib/text/cut-to.ts'
import { referencedSchemas } from './schema.ts'

/** Computed fields of API responses. They are ignored silently, so that a saved response can be pasted in. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['metadata', 'is_online'])
/** How many JSON pointers are kept. The rest are only counted. */
const MAX_KEPT_POINTERS = 20

/** Collects the fields that the schema does not have, because they may be misspelled. */
export class UnknownFields {
  /** JSON pointers to the first unknown fields. */
  readonly pointers: string[] = []
  count = 0
  readonly #referenced: readonly TSchema[]

  /** @param referenced the schemas that others refer to by their `$id` */
  constructor(referenced: readonly TSchema[] = Object.values(referencedSchemas)) {
    this.#referenced = referenced
  }

  add(parent: string, name: string): void {
    this.count += 1
    if (this.pointers.length < MAX_KEPT_POINTERS) this.pointers.push(pointerTo(parent, shorten(name)))
  }

  /** @param value a member, or a part of one, whose depth has been checked */
  addFrom(value: unknown, schema: TSchema, pointer: string): void {
    if (Array.isArray(value)) {
      const members = this.#resolve(schema['items'])
      for (const [index, member] of value.entries()) this.addFrom(member, members, pointerTo(pointer, index))
    } else if (typeof value === 'object' && value !== null) this.#addFromObject(value, schema, pointer)
  }

  #addFromObject(value: object, schema: TSchema, pointer: string): void {
    const known: Record<string, TSchema> | undefined = schema['properties']
    // The schema of ignored metadata allows any fields.
    if (known === undefined) return
    for (const [name, field] of Object.entries(value)) {
      const fieldSchema = Object.hasOwn(known, name) ? known[name] : undefined
      if (fieldSchema) this.addFrom(field, fieldSchema, pointerTo(pointer, name))
      else if (!DERIVED_FIELDS.has(name)) this.add(pointer, name)
    }
  }

  #resolve(schema: TSchema): TSchema {
    const name = schema['$ref']?.replace('#', '')
    return this.#referenced.find(({ $id }) => $id === name) ?? schema
  }
}
