import type { Database } from '../storage/database.ts'
import { DocumentErrors } from './errors.ts'
import { IdIndex } from './id-index.ts'
import type { DocumentEvent, Section, Source } from './source.ts'
import { UnknownFields } from './unknown-fields.ts'
import { checkMember } from './validate-member.ts'

/** The number of imported members in each section. */
export type ImportSummary = Record<Section, number>

/** An import file without errors. */
export interface CheckedDocument {
  readonly source: Source
  readonly summary: Readonly<ImportSummary>
  readonly menuIds: readonly string[]
  readonly unknownFields: UnknownFields
}

/**
 * Checks an import file against a database, without writing anything.
 * @throws {DocumentError} with one line per error
 */
export async function checkDocument(database: Database, source: Source): Promise<CheckedDocument> {
  const check = new Check()
  for (const event of source.events()) check.add(event)
  await check.ids.check(database)
  check.errors.throwIfAny()
  const { summary, ids, unknownFields } = check
  return { source, summary, menuIds: [...ids.menus.keys()], unknownFields }
}

/** Collects the results while an import file is read. */
class Check {
  readonly errors = new DocumentErrors()
  readonly ids = new IdIndex(this.errors)
  readonly unknownFields = new UnknownFields()
  readonly summary: ImportSummary = { users: 0, devices: 0, menus: 0, apiKeys: 0 }

  add(event: DocumentEvent): void {
    if (event.kind === 'error') this.errors.add(event.pointer, event.message)
    else if (event.kind === 'unknown') this.unknownFields.add('', event.name)
    else this.#addMember(event.section, event.index, event.value)
  }

  #addMember<S extends Section>(section: S, index: number, value: unknown): void {
    const pointer = `/${section}/${index}`
    const member = checkMember(section, pointer, value, this.errors)
    if (member === undefined) this.ids.addInvalid(section, value)
    else {
      this.ids.add[section](member, index)
      this.unknownFields.addFrom(section, pointer, member)
      this.summary[section] += 1
    }
  }
}
