import { showKind } from './errors.ts'
import { documentParts, type SignageDocument } from './schema.ts'

/** A part of a document: a list of members of one kind. */
export type Part = keyof SignageDocument
export type Member<P extends Part> = SignageDocument[P][number]

/** What is at the top of a document. */
export type Piece =
  | { readonly kind: 'member'; readonly part: Part; readonly index: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly place: string; readonly message: string }
  /** A field that nobody reads. */
  | { readonly kind: 'field'; readonly name: string }

/** A document that can be walked more than once: first all of it, then part by part. It is never held whole. */
export interface Source {
  /** All pieces, in the order of the document. */
  walk(): Iterable<Piece>
  /** The members of one part of a document that has been walked without a fault. */
  members(part: Part): Iterable<unknown>
}

/** A document in memory, such as `JSON.parse` makes. */
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

function* piecesOf(name: string, value: unknown): Generator<Piece> {
  if (!isPart(name)) yield { kind: 'field', name }
  else if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) yield { kind: 'member', part: name, index, value: member }
  } else if (value !== undefined) yield notAnArray(name, value)
}

export function isPart(name: string): name is Part {
  return Object.hasOwn(documentParts, name)
}

export function notAnObject(value: unknown): Piece {
  const message = `must be an object with users, devices, menus or apiKeys, got ${showKind(value)}`
  return { kind: 'fault', place: '', message }
}

export function notAnArray(part: Part, value: unknown): Piece {
  return { kind: 'fault', place: `/${part}`, message: `must be an array, got ${showKind(value)}` }
}
