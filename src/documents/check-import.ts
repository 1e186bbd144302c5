import type { TSchema } from '@sinclair/typebox'
import { isObject, pointerTo } from '../lib/json/json.ts'
import { cut } from '../lib/text/cut-to.ts'
import type { Database } from '../storage/database.ts'
import { ImportErrors, showKind } from './document-error.ts'
import { IdIndex } from './id-index.ts'
import { importFileSections, referencedSchemas } from './schema.ts'
import { isSection, memberPointer, type Section, type SectionMember, type Source } from './source.ts'
import { checkMember } from './validate-member.ts'
import { loadValidators } from './validators.ts'

/** Computed fields of API responses. They are ignored silently, so that a saved response can be pasted in. */
const DERIVED_FIELDS: ReadonlySet<string> = new Set(['metadata', 'is_online'])
/** How many JSON pointers are kept. The rest are only counted. */
const KEPT_POINTERS = 20

const WITHOUT_SECTIONS = 'must be an object with users, sites, devices, menus or apiKeys'

/** The number of imported members in each section. */
export type ImportSummary = Record<Section, number>

/** The members of import files, with defaults. */
export type CheckedMembers = { readonly [S in Section]: SectionMember<S>[] }

/** Import files without errors. */
export type CheckedImport = Awaited<ReturnType<typeof checkImport>>

/**
 * Checks the files of an import against a database, without writing anything.
 * @throws {DocumentError} with one line per error
 */
export async function checkImport(database: Database, sources: readonly Source[]) {
  const validators = await loadValidators()
  for (const source of sources) await source.prepare?.(database)
  const isOne = sources.length === 1
  const errors = new ImportErrors(isOne ? sources[0]?.name : undefined)
  const ids = new IdIndex(errors)
  const unknownFields = new UnknownFields()
  const members: CheckedMembers = { users: [], sites: [], devices: [], menus: [], apiKeys: [] }
  for (const source of sources) {
    // If there are several files, each pointer names its file.
    const place = (pointer: string) => (isOne ? pointer : `${source.name}: ${pointer || '/'}`)
    const document = source.document()
    for (const [pointer, message] of source.problems ?? []) errors.add(place(pointer), message)
    const fields = isObject(document) ? Object.entries(document) : []
    // A file that has nothing to import is probably another one than the user thinks.
    if (!fields.some(([name]) => isSection(name)))
      errors.add(place(''), `${WITHOUT_SECTIONS}, got ${showKind(document)}`)
    for (const [name, value] of fields) addField(source, place, name, value)
  }
  await ids.check(database)
  errors.throwIfAny()
  return { members, unknownFields }

  function addField(source: Source, place: (pointer: string) => string, name: string, value: unknown): void {
    if (!isSection(name)) unknownFields.add('', name)
    else if (!Array.isArray(value)) {
      if (value !== undefined) errors.add(place(`/${name}`), `must be an array, got ${showKind(value)}`)
    } else {
      const pointerOf = isOne ? source.pointerOf : memberPointer
      for (const [index, member] of value.entries()) {
        addMember(name, place(pointerOf(name, index)), member)
      }
    }
  }

  function addMember<S extends Section>(section: S, pointer: string, value: unknown): void {
    const member = checkMember(validators, section, pointer, value, errors)
    if (member === undefined) ids.addInvalid(section, value, pointer)
    else {
      ids.add[section](member, pointer)
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
