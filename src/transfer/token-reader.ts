import { Assembler } from 'stream-json/core/assembler.js'
import type { Token } from 'stream-json/core/parser.js'
import { DocumentError, errorLine, MAX_JSON_DEPTH, TOO_DEEP } from './errors.ts'
import { REPEATED, repeatedFieldFinder } from './repeated-fields.ts'
import {
  isSection,
  memberPointer,
  notAnArray,
  notAnObject,
  type Section,
  type SourceEvent,
} from './source.ts'

/** Turns the tokens of an import file into events. Only one member at a time is held in memory. */
export class TokenReader {
  /** The number of objects and arrays that are open. */
  #depth = 0
  #hasStarted = false
  readonly #sections = new Set<Section>()
  /** The last field name at the top level. */
  #field: string | undefined
  /** The section whose members are being read. */
  #section: Section | undefined
  #index = 0
  readonly #member = new Assembler()
  readonly #findRepeated = repeatedFieldFinder()
  readonly #file: string

  /** @param file its name, for errors */
  constructor(file: string) {
    this.#file = file
  }

  /** Whether a whole JSON value was read. */
  get isComplete(): boolean {
    return this.#hasStarted && this.#depth === 0
  }

  /** Whether a section was read to its end. */
  hasRead(section: Section): boolean {
    return this.#sections.has(section) && this.#section !== section
  }

  /** Whether a part of a member is in memory. */
  get isInMember(): boolean {
    return !this.#member.done
  }

  /** An error in the current member, or outside of sections. */
  errorHere(message: string): DocumentError {
    const pointer = this.#section === undefined ? '' : memberPointer(this.#section, this.#index)
    return new DocumentError(errorLine(this.#file, pointer, message))
  }

  /** @throws {DocumentError} if the file nests too deep */
  read(token: Token): SourceEvent | undefined {
    if (token.name === 'endObject' || token.name === 'endArray') this.#depth -= 1
    const pointer = this.#findRepeated(token)
    const event = this.#eventOf(token)
    if (token.name === 'startObject' || token.name === 'startArray') this.#depth += 1
    if (this.#depth > MAX_JSON_DEPTH) throw this.errorHere(TOO_DEEP)
    return pointer === undefined ? event : { kind: 'error', pointer, message: REPEATED }
  }

  #eventOf(token: Token): SourceEvent | undefined {
    if (this.#depth === 1) return this.#readField(token)
    if (this.#depth > 1) return this.#section && this.#readMember(this.#section, token)
    if (this.#hasStarted) return undefined
    this.#hasStarted = true
    return token.name === 'startObject' ? undefined : notAnObject(firstValueOf(token))
  }

  #readField(token: Token): SourceEvent | undefined {
    if (token.name === 'keyValue') this.#field = token.value
    else if (token.name === 'endObject' || token.name === 'endArray') this.#section = undefined
    else if (this.#field !== undefined) return this.#startField(this.#field, token)
    return undefined
  }

  #startField(name: string, token: Token): SourceEvent | undefined {
    if (!isSection(name)) return { kind: 'unknown', name }
    if (this.#sections.has(name)) return undefined
    this.#sections.add(name)
    if (token.name !== 'startArray') return notAnArray(name, firstValueOf(token))
    this.#section = name
    this.#index = 0
    return { kind: 'section', section: name }
  }

  #readMember(section: Section, token: Token): SourceEvent | undefined {
    this.#member.consume(token)
    if (!this.#member.done) return undefined
    return { kind: 'member', section, index: this.#index++, value: this.#member.current }
  }
}

/** The value that a token begins. Objects and arrays are still empty. */
function firstValueOf(token: Token): unknown {
  if (token.name === 'startObject') return {}
  if (token.name === 'startArray') return []
  if (token.name === 'numberValue') return Number(token.value)
  return 'value' in token ? token.value : undefined
}
