import type { Database } from '../storage/database.ts'
import { Faults } from './errors.ts'
import { Identities } from './id-index.ts'
import type { Part, Piece, Source } from './source.ts'
import { UnknownFields } from './unknown-fields.ts'
import { checkMember } from './validate-member.ts'

/** How many members of each part are imported. */
export type ImportSummary = Record<Part, number>

/** A document without a fault. */
export interface CheckedDocument {
  readonly source: Source
  readonly summary: Readonly<ImportSummary>
  readonly menuIds: readonly string[]
  readonly unknownFields: UnknownFields
}

/**
 * Checks a document against a database, without writing anything.
 * @throws {DocumentError} with a line for each fault
 */
export async function checkDocument(database: Database, source: Source): Promise<CheckedDocument> {
  const check = new Check()
  for (const piece of source.walk()) check.add(piece)
  await check.identities.check(database)
  check.faults.throwIfAny()
  const { summary, identities, unknownFields } = check
  return { source, summary, menuIds: [...identities.menus.keys()], unknownFields }
}

/** What is found out about a document on the way through it. */
class Check {
  readonly faults = new Faults()
  readonly identities = new Identities(this.faults)
  readonly unknownFields = new UnknownFields()
  readonly summary: ImportSummary = { users: 0, devices: 0, menus: 0, apiKeys: 0 }

  add(piece: Piece): void {
    if (piece.kind === 'fault') this.faults.add(piece.place, piece.message)
    else if (piece.kind === 'field') this.unknownFields.add(piece)
    else this.#addMember(piece.part, piece.index, piece.value)
  }

  #addMember<P extends Part>(part: P, index: number, value: unknown): void {
    const member = checkMember(part, `/${part}/${index}`, value, this.faults)
    if (member === undefined) this.identities.addFaulty(part, value)
    else {
      this.identities.add[part](member, index)
      this.unknownFields.addFrom(part, index, member)
      this.summary[part] += 1
    }
  }
}
