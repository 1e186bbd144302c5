import type { Database } from '../storage/database.ts'
import { showKind } from './errors.ts'
import { type ImportFile, importFileSections } from './schema.ts'

/** A section of an import file: a list of members of one kind. */
export type Section = keyof ImportFile
export type SectionMember<S extends Section> = ImportFile[S][number]

/** What is found at the top of an import file: a section and its members, an error, or an unknown field. */
export type SourceEvent =
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'member'; readonly section: Section; readonly index: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly pointer: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly name: string }

/** An import file in memory. */
export interface Source {
  /** The file that it is read from, unless pointers name it. */
  readonly name?: string | undefined
  /** Finds what members only name in the database. Called before the rest. @throws {DocumentError} with one line per error */
  prepare?(database: Database): Promise<void>
  /** All events, in the order of the import file. */
  events(): Iterable<SourceEvent>
  /** Where a member is, for error messages: a JSON pointer, with the file if there are several. */
  pointerOf(section: Section, index: number): string
}

/** The JSON pointer to a member. */
export function memberPointer(section: Section, index: number): string {
  return `/${section}/${index}`
}

/** An import file in memory, as `JSON.parse` returns it. @param name that of the file that it was made from */
export function valueSource(document: unknown, name?: string): Source {
  return {
    name,
    *events() {
      if (typeof document !== 'object' || document === null || Array.isArray(document)) {
        yield notAnObject(document)
        return
      }
      for (const [name, value] of Object.entries(document)) yield* fieldEvents(name, value)
    },
    pointerOf: memberPointer,
  }
}

function* fieldEvents(name: string, value: unknown): Generator<SourceEvent> {
  if (!isSection(name)) yield { kind: 'unknown', name }
  else if (Array.isArray(value)) {
    yield { kind: 'section', section: name }
    for (const [index, member] of value.entries())
      yield { kind: 'member', section: name, index, value: member }
  } else if (value !== undefined) yield notAnArray(name, value)
}

export function isSection(name: string): name is Section {
  return Object.hasOwn(importFileSections, name)
}

function notAnObject(value: unknown): SourceEvent {
  const message = `must be an object with users, sites, devices, menus or apiKeys, got ${showKind(value)}`
  return { kind: 'error', pointer: '', message }
}

function notAnArray(section: Section, value: unknown): SourceEvent {
  return { kind: 'error', pointer: `/${section}`, message: `must be an array, got ${showKind(value)}` }
}
