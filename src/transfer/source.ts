import { showKind } from './errors.ts'
import { documentParts, type SignageDocument } from './schema.ts'

/** A section of an import file: a list of members of one kind. */
export type Section = keyof SignageDocument
export type Member<P extends Section> = SignageDocument[P][number]

/** What is found at the top of an import file: a member of a section, an error, or an unknown field. */
export type DocumentEvent =
  | { readonly kind: 'member'; readonly part: Section; readonly index: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly place: string; readonly message: string }
  /** A field that is not imported. */
  | { readonly kind: 'field'; readonly name: string }

/** An import file that can be read several times: as a whole, then by section. It is never all in memory. */
export interface Source {
  /** All events, in the order of the import file. */
  walk(): Iterable<DocumentEvent>
  /** The members of one section. Call it only after `walk` has found no errors. */
  members(part: Section): Iterable<unknown>
}

/** A document in memory, as `JSON.parse` returns it. */
export function valueSource(document: unknown): Source {
  return {
    *walk() {
      if (typeof document !== 'object' || document === null || Array.isArray(document)) {
        yield notAnObject(document)
        return
      }
      for (const [name, value] of Object.entries(document)) yield* piecesOf(name, value)
    },
    members: (part) => Object(document)[part] ?? [],
  }
}

function* piecesOf(name: string, value: unknown): Generator<DocumentEvent> {
  if (!isPart(name)) yield { kind: 'field', name }
  else if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) yield { kind: 'member', part: name, index, value: member }
  } else if (value !== undefined) yield notAnArray(name, value)
}

export function isPart(name: string): name is Section {
  return Object.hasOwn(documentParts, name)
}

export function notAnObject(value: unknown): DocumentEvent {
  const message = `must be an object with users, devices, menus or apiKeys, got ${showKind(value)}`
  return { kind: 'fault', place: '', message }
}

export function notAnArray(part: Section, value: unknown): DocumentEvent {
  return { kind: 'fault', place: `/${part}`, message: `must be an array, got ${showKind(value)}` }
}
