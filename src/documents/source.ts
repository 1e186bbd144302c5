import { keysOf } from '../lib/records.ts'
import type { Database } from '../storage/database.ts'
import { type ImportFile, importFileSections } from './schema.ts'

/** A section of an import file: a list of members of one kind. */
export type Section = keyof ImportFile
export const SECTIONS = keysOf(importFileSections)
export type SectionMember<S extends Section> = ImportFile[S][number]

/** What is imported, from a file of any format or another service, in the shape of an import file. */
export interface ImportSource {
  /** The name of the file, or the address that it was read from, for messages. */
  readonly name?: string | undefined
  /**
   * Looks up in the database what the file lacks, such as the id of a site that a table only names. Called before `document`.
   * @throws {ImportError} with one line per error
   */
  prepare?(database: Database): Promise<void>
  /** The whole file, as `JSON.parse` returns it. */
  document(): unknown
  /** Further faults of the file, each with a JSON pointer. */
  readonly problems?: readonly (readonly [pointer: string, message: string])[]
  /** Where a member is, for error messages: a JSON pointer, or its place in another format. */
  pointerOf(section: Section, index: number): string
}

export function memberPointer(section: Section, index: number): string {
  return `/${section}/${index}`
}

/** An import file in memory, as `JSON.parse` returns it. @param name the name of the file that it was made from */
export function sourceInMemory(document: unknown, name?: string): ImportSource {
  return { name, document: () => document, pointerOf: memberPointer }
}

export function isSection(name: string): name is Section {
  return Object.hasOwn(importFileSections, name)
}
