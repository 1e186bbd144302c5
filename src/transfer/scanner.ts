import { crc32 } from 'node:zlib'
import type { ByteWindow } from './byte-window.ts'
import { DocumentError, TOO_DEEP } from './errors.ts'
import { JsonFault, parseJson } from './json.ts'
import { isBlank, skipValue } from './skip-value.ts'
import { isPart, notAnArray, notAnObject, type Part, type Piece } from './source.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ARRAY = { open: 0x5b, close: 0x5d }
const OBJECT = { open: 0x7b, close: 0x7d }

/** How deep what nobody reads is taken apart, so that a document within a wrapper is not read whole. */
const WRAPPER_LEVELS = 3

/** Where in a file the members of a part are, and a checksum of them. */
export interface PartOfFile {
  readonly offset: number
  readonly checksum: number
}

/** Finds the pieces of a document in a file: what is between them is JSON's own, each of them is JSON.parse's. */
export class Scanner {
  readonly parts = new Map<Part, PartOfFile>()
  readonly #window: ByteWindow
  readonly #seen = new Set<Part>()

  constructor(window: ByteWindow) {
    this.#window = window
  }

  /** @throws {JsonFault} */
  *walk(): Generator<Piece> {
    if (this.#next() === OBJECT.open) {
      for (const name of this.#names()) yield* this.#field(name)
    } else yield notAnObject(this.#ignore())
    if (this.#next() !== undefined) throw this.#fault()
  }

  /** The members of the part whose array begins here. @returns a checksum of them */
  *members(part: Part): Generator<Piece, number> {
    let checksum = 0
    for (const index of this.#elements()) {
      const offset = this.#window.position
      const bytes = this.#value()
      if (bytes === undefined) yield { kind: 'fault', place: `/${part}/${index}`, message: TOO_DEEP }
      else {
        checksum = crc32(bytes, checksum)
        yield { kind: 'member', part, index, value: parseJson(bytes.toString(), offset) }
      }
    }
    return checksum
  }

  *#field(name: string): Generator<Piece> {
    if (!isPart(name)) {
      this.#ignore()
      yield { kind: 'field', name }
    } else if (this.#seen.has(name)) {
      this.#ignore()
      yield { kind: 'fault', place: `/${name}`, message: 'must be given once' }
    } else {
      this.#seen.add(name)
      yield* this.#part(name)
    }
  }

  *#part(part: Part): Generator<Piece> {
    if (this.#next() === ARRAY.open) {
      const offset = this.#window.position
      this.parts.set(part, { offset, checksum: yield* this.members(part) })
    } else yield notAnArray(part, this.#ignore())
  }

  /** Stops at each value of the object that begins here. */
  *#names(): Generator<string> {
    for (const _ of this.#list(OBJECT.close)) {
      if (this.#next() !== QUOTE) throw this.#fault()
      const name = String(this.#parse())
      if (this.#next() !== COLON) throw this.#fault()
      this.#window.at += 1
      this.#next()
      yield name
    }
  }

  /** Stops at each value of the array that begins here. */
  #elements(): Generator<number> {
    return this.#list(ARRAY.close)
  }

  *#list(close: number): Generator<number> {
    this.#window.at += 1
    if (this.#next() !== close) {
      for (let index = 0; ; index++) {
        this.#next()
        yield index
        const byte = this.#next()
        if (byte === close) break
        if (byte !== COMMA) throw this.#fault()
        this.#window.at += 1
      }
    }
    this.#window.at += 1
  }

  /** Checks a value that nobody reads. @returns it, or something of its type */
  #ignore(levels = WRAPPER_LEVELS): unknown {
    const byte = this.#next()
    if (levels === 0 || (byte !== OBJECT.open && byte !== ARRAY.open)) return this.#parse()
    for (const _ of byte === ARRAY.open ? this.#elements() : this.#names()) this.#ignore(levels - 1)
    return byte === ARRAY.open ? [] : {}
  }

  #parse(): unknown {
    const offset = this.#window.position
    const bytes = this.#value()
    if (bytes === undefined) throw new DocumentError(`/: ${TOO_DEEP}`)
    return parseJson(bytes.toString(), offset)
  }

  /** The bytes of the value that begins here, or undefined if it nests too deep to be anything. */
  #value(): Buffer | undefined {
    this.#window.hold()
    skipValue(this.#window)
    return this.#window.take()
  }

  /** The next byte that is not blank, where the window then stands; undefined at the end. */
  #next(): number | undefined {
    const window = this.#window
    do {
      while (window.at < window.end) {
        const byte = window.bytes[window.at]
        if (!isBlank(byte)) return byte
        window.at += 1
      }
    } while (window.more())
    return undefined
  }

  #fault(): JsonFault {
    return new JsonFault(this.#window.position)
  }
}
