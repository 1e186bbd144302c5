import type { TSchema } from '@sinclair/typebox'
import { pointerTo } from '../lib/json/json.ts'
import type { Database } from '../storage/database.ts'
import { cut, ImportErrors } from './errors.ts'
import { IdIndex } from './id-index.ts'
import { checkMacSpellings } from './mac-spellings.ts'
import { importFileSections, referencedSchemas } from './schema.ts'
import type { Section, SectionMember, Source } from './source.ts'
import { checkMember } from './validate-member.ts'
import { loadValidators } from './validators.ts'

/** Computed fields of API responses. They are ignored silently, so that a saved response can be pasted in. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['metadata', 'is_online'])
/** How many JSON pointers are kept. The rest are only counted. */
const KEPT_POINTERS = 20

/** The number of imported members in each section. */
export type ImportSummary = Record<Section, number>

/** The members of an import file, with defaults. */
type CheckedMembers = { readonly [S in Section]: SectionMember<S>[] }

/** An import file without errors. */
export type CheckedImport = Awaited<ReturnType<typeof checkImport>>

/**
 * Checks an import file against a database, without writing anything.
 * @throws {DocumentError} with one line per error
 */
export async function checkImport(database: Database, source: Source) {
  const validators = await loadValidators()
  await source.prepare?.(database)
  const errors = new ImportErrors(source.name)
  const ids = new IdIndex(errors, source.pointerOf)
  const sections = new Set<Section>()
  const unknownFields = new UnknownFields()
  const members: CheckedMembers = { users: [], sites: [], devices: [], menus: [], apiKeys: [] }
  for (const event of source.events()) {
    if (event.kind === 'error') errors.add(event.pointer, event.message)
    else if (event.kind === 'unknown') unknownFields.add('', event.name)
    else if (event.kind === 'section') sections.add(event.section)
    else addMember(event.section, event.index, event.value)
  }
  await ids.check(database)
  const notes = await checkMacSpellings(database, ids.members.devices, errors, (index) =>
    source.pointerOf('devices', index),
  )
  errors.throwIfAny()
  return { members, sections, ids, unknownFields, notes }

  function addMember<S extends Section>(section: S, index: number, value: unknown): void {
    const pointer = source.pointerOf(section, index)
    const member = checkMember(validators, section, pointer, value, errors)
    if (member === undefined) ids.addInvalid(section, value)
    else {
      ids.add[section](member, index)
      unknownFields.addFrom(member, importFileSections[section], pointer)
      members[section].push(member)
    }
  }
}

/** Collects the unknown fields of an import file. Most of them are probably misspelled. */
export class UnknownFields {
  /** JSON pointers to the first unknown fields. */
  readonly pointers: string[] = []
  count = 0

  add(parent: string, name: string): void {
    this.count += 1
    if (this.pointers.length < KEPT_POINTERS) this.pointers.push(pointerTo(parent, cut(name)))
  }

  /** @param value a checked member or a part of one, so that its depth is limited */
  addFrom(value: unknown, schema: TSchema, pointer: string): void {
    if (Array.isArray(value)) {
      const members = resolve(schema['items'])
      for (const [index, member] of value.entries()) this.addFrom(member, members, pointerTo(pointer, index))
    } else if (typeof value === 'object' && value !== null) this.#addFromObject(value, schema, pointer)
  }

  #addFromObject(value: object, schema: TSchema, pointer: string): void {
    const known: Record<string, TSchema> = schema['properties'] ?? {}
    for (const [name, field] of Object.entries(value)) {
      const fieldSchema = Object.hasOwn(known, name) ? known[name] : undefined
      if (fieldSchema) this.addFrom(field, fieldSchema, pointerTo(pointer, name))
      else if (!DERIVED_FIELDS.has(name)) this.add(pointer, name)
    }
  }
}

function resolve(schema: TSchema): TSchema {
  const name = schema['$ref']?.replace('#', '')
  return Object.values(referencedSchemas).find(({ $id }) => $id === name) ?? schema
}
