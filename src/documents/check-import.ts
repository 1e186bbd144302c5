import { isObject } from '../lib/json/json.ts'
import type { Database } from '../storage/database.ts'
import { IdIndex } from './id-index.ts'
import { ImportErrorList, showWithoutText } from './import-error.ts'
import { importFileSections } from './schema.ts'
import { type ImportSource, isSection, type Section, type SectionMember } from './source.ts'
import { UnknownFields } from './unknown-fields.ts'
import { validateMember } from './validate-member.ts'
import { loadValidators } from './validators.ts'

const WITHOUT_SECTIONS = 'must be an object with users, sites, devices, menus or apiKeys'

/** The number of imported members in each section. */
export type ImportSummary = Record<Section, number>

/** The members of import files, with defaults. */
export type CheckedMembers = { readonly [S in Section]: SectionMember<S>[] }

/** Import files without errors. */
export type CheckedImport = Awaited<ReturnType<typeof checkImport>>

/**
 * Checks the files of an import against a database, without writing anything.
 * @throws {ImportError} with one line per error
 */
export async function checkImport(database: Database, sources: readonly ImportSource[]) {
  const validators = await loadValidators({ allErrors: true })
  for (const source of sources) await source.prepare?.(database)
  const errors = new ImportErrorList()
  const ids = new IdIndex(errors)
  const unknownFields = new UnknownFields()
  const members: CheckedMembers = { users: [], sites: [], devices: [], menus: [], apiKeys: [] }
  for (const source of sources) {
    const document = source.document()
    for (const [pointer, message] of source.problems ?? []) errors.add(messagePlace(source, pointer), message)
    const fields = isObject(document) ? Object.entries(document) : []
    // A file that has nothing to import is probably another one than the user thinks.
    if (!fields.some(([name]) => isSection(name)))
      errors.add(messagePlace(source, ''), `${WITHOUT_SECTIONS}, got ${showWithoutText(document)}`)
    for (const [name, value] of fields) addField(source, name, value)
  }
  await ids.check(database)
  errors.requireNone()
  return { members, unknownFields }

  function addField(source: ImportSource, name: string, value: unknown): void {
    if (!isSection(name)) unknownFields.add(fileOf(source), name)
    else if (Array.isArray(value)) {
      for (const [index, member] of value.entries())
        addMember(source, name, source.pointerOf(name, index), member)
    } else if (value !== undefined)
      errors.add(messagePlace(source, `/${name}`), `must be an array, got ${showWithoutText(value)}`)
  }

  function addMember<S extends Section>(
    source: ImportSource,
    section: S,
    pointer: string,
    value: unknown,
  ): void {
    const place = messagePlace(source, pointer)
    const member = validateMember(validators, section, place, value, errors)
    if (member === undefined) ids.addInvalid(section, value, place)
    else {
      ids.add[section](member, place)
      unknownFields.addFrom(member, importFileSections[section], fileOf(source) + pointer)
      members[section].push(member)
    }
  }

  /** The name of a file before its unknown fields, if there are several files. */
  function fileOf({ name }: ImportSource): string {
    return sources.length === 1 ? '' : `${name}: `
  }
}

/** Where something is, for messages: its pointer, after the name of its file if the file has one. */
function messagePlace({ name }: ImportSource, pointer: string): string {
  return name === undefined ? pointer : `${name}: ${pointer || '/'}`
}
