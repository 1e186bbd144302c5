import type { Database } from '../storage/database.ts'
import { DocumentErrors } from './errors.ts'
import { IdIndex } from './id-index.ts'
import { documentSections } from './schema.ts'
import type { Section, Source } from './source.ts'
import { UnknownFields } from './unknown-fields.ts'
import { checkMember } from './validate-member.ts'

/** The number of imported members in each section. */
export type ImportSummary = Record<Section, number>

/** An import file without errors. */
export type CheckedDocument = Awaited<ReturnType<typeof checkDocument>>

/**
 * Checks an import file against a database, without writing anything.
 * @throws {DocumentError} with one line per error
 */
export async function checkDocument(database: Database, source: Source) {
  const errors = new DocumentErrors()
  const ids = new IdIndex(errors)
  const unknownFields = new UnknownFields()
  const summary: ImportSummary = { users: 0, devices: 0, menus: 0, apiKeys: 0 }
  for (const event of source.events()) {
    if (event.kind === 'error') errors.add(event.pointer, event.message)
    else if (event.kind === 'unknown') unknownFields.add('', event.name)
    else addMember(event.section, event.index, event.value)
  }
  await ids.check(database)
  errors.throwIfAny()
  return { source, summary, menuIds: [...ids.menus.keys()], unknownFields }

  function addMember<S extends Section>(section: S, index: number, value: unknown): void {
    const pointer = `/${section}/${index}`
    const member = checkMember(section, pointer, value, errors)
    if (member === undefined) ids.addInvalid(section, value)
    else {
      ids.add[section](member, index)
      unknownFields.addFrom(member, documentSections[section], pointer)
      summary[section] += 1
    }
  }
}
