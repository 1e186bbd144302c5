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
  for (const piece of source.walk()) check.add(piece)
  await check.identities.check(database)
  check.faults.throwIfAny()
  const { summary, identities, unknownFields } = check
  return { source, summary, menuIds: [...identities.menus.keys()], unknownFields }
}

/** Collects the results while an import file is read. */
class Check {
  readonly faults = new DocumentErrors()
  readonly identities = new IdIndex(this.faults)
  readonly unknownFields = new UnknownFields()
  readonly summary: ImportSummary = { users: 0, devices: 0, menus: 0, apiKeys: 0 }

  add(piece: DocumentEvent): void {
    if (piece.kind === 'fault') this.faults.add(piece.place, piece.message)
    else if (piece.kind === 'field') this.unknownFields.add(piece)
    else this.#addMember(piece.part, piece.index, piece.value)
  }

  #addMember<P extends Section>(part: P, index: number, value: unknown): void {
    const member = checkMember(part, `/${part}/${index}`, value, this.faults)
    if (member === undefined) this.identities.addFaulty(part, value)
    else {
      this.identities.add[part](member, index)
      this.unknownFields.addFrom(part, index, member)
      this.summary[part] += 1
    }
  }
}
