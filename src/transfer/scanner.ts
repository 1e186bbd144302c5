import { crc32 } from 'node:zlib'
import type { ByteWindow } from './byte-window.ts'
import { DocumentError, TOO_DEEP } from './errors.ts'
import { JsonFault, parseJson } from './json.ts'
import { isBlank, skipValue } from './skip-value.ts'
import { type DocumentEvent, isPart, notAnArray, notAnObject, type Section } from './source.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ARRAY = { open: 0x5b, close: 0x5d }
const OBJECT = { open: 0x7b, close: 0x7d }

/**
 * How many levels of an unknown value are read piece by piece, so that an import file inside a wrapper object
 * is not held in memory as a whole.
 */
const WRAPPER_LEVELS = 3

/** The offset of a section's members in a file, and their checksum. */
export interface PartOfFile {
  readonly offset: number
  readonly checksum: number
}

/** Splits a file into events. It reads the outer structure itself, and parses each member with JSON.parse. */
export class Scanner {
  readonly parts = new Map<Section, PartOfFile>()
  readonly #window: ByteWindow
  readonly #seen = new Set<Section>()

  constructor(window: ByteWindow) {
    this.#window = window
  }

  /** @throws {JsonFault} if the file is not JSON */
  *walk(): Generator<DocumentEvent> {
    if (this.#next() === OBJECT.open) {
      for (const name of this.#names()) yield* this.#field(name)
    } else yield notAnObject(this.#ignore())
    if (this.#next() !== undefined) throw this.#fault()
  }

  /** Yields the members of the section whose array begins here. @returns their checksum */
  *members(part: Section): Generator<DocumentEvent, number> {
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

  *#field(name: string): Generator<DocumentEvent> {
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

  *#part(part: Section): Generator<DocumentEvent> {
    if (this.#next() === ARRAY.open) {
      const offset = this.#window.position
      this.parts.set(part, { offset, checksum: yield* this.members(part) })
    } else yield notAnArray(part, this.#ignore())
  }

  /** Yields the name of each field of the object that begins here, and stops at its value. */
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

  /** Yields the index of each element of the array that begins here, and stops at the element. */
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

  /** Checks the JSON of a value that is not imported. @returns the value, or an empty one of the same type */
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

  /** The bytes of the value that begins here; undefined if it nests too deep to be valid. */
  #value(): Buffer | undefined {
    this.#window.hold()
    skipValue(this.#window)
    return this.#window.take()
  }

  /** Moves to the next byte that is not blank, and returns it; undefined at the end of the file. */
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
