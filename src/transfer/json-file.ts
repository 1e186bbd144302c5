import { fstatSync, readSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import { jsonParser } from 'stream-json/core/parser.js'
import { jsonVerifier } from 'stream-json/core/utils/verifier.js'
import { DocumentError } from './errors.ts'
import type { DocumentEvent, Section } from './source.ts'
import { TokenReader } from './token-reader.ts'

const CHUNK_BYTES = 64 * 1024
/** The maximum size of one member. Parsed, it takes up to thirty times as much memory. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024
/** Text that is not JSON in any place. It is long enough for the verifier not to wait for more. */
const NOT_JSON = '\0'.repeat(32)

export interface ReadOptions {
  /** How many bytes are read from the file at once. */
  readonly chunkBytes?: number | undefined
  /** Called with the number of bytes read so far, and the size of the file. */
  readonly onRead?: ((bytes: number, total: number) => void) | undefined
}

/** A JSON file that is read once. Reading is synchronous: SQLite transactions cannot wait. */
export class JsonFile {
  /** The checksum of all bytes read so far. */
  checksum = 0
  readonly #descriptor: number
  readonly #options: ReadOptions

  constructor(descriptor: number, options: ReadOptions) {
    this.#descriptor = descriptor
    this.#options = options
  }

  /**
   * @param last the last section that is needed; the rest is read only for the checksum
   * @throws {DocumentError} if the file is not JSON in UTF-8, or a member does not fit into memory
   */
  *events(last?: Section): Generator<DocumentEvent> {
    const { onRead = () => {} } = this.#options
    const { size } = fstatSync(this.#descriptor)
    const parse = jsonParser({ streamValues: false })
    const reader = new TokenReader()
    const isDone = () => last !== undefined && reader.hasRead(last)
    let position = 0
    let memberBytes = 0
    for (const { bytes, text } of this.#chunks()) {
      this.checksum = crc32(bytes, this.checksum)
      if (isDone()) continue
      memberBytes += bytes.length
      // The line break completes a number at the end of the file.
      for (const token of this.#tokens(parse, bytes.length > 0 ? text : `${text}\n`)) {
        const event = reader.read(token)
        if (!reader.isInMember) memberBytes = 0
        if (event) yield event
      }
      if (memberBytes > MAX_MEMBER_BYTES) throw tooLarge(reader.pointer)
      position += bytes.length
      onRead(position, size)
    }
    if (!isDone() && !reader.isComplete) throw this.#syntaxError()
  }

  /** The last chunk has no bytes. */
  *#chunks(): Generator<{ readonly bytes: Uint8Array; readonly text: string }> {
    const { chunkBytes = CHUNK_BYTES } = this.#options
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const buffer = Buffer.allocUnsafe(chunkBytes)
    for (let position = 0; ; ) {
      const bytes = buffer.subarray(0, readSync(this.#descriptor, buffer, { position }))
      const text = decode(decoder, bytes)
      yield { bytes, text }
      if (bytes.length === 0) return
      position += bytes.length
    }
  }

  #tokens(parse: ReturnType<typeof jsonParser>, text: string) {
    try {
      const tokens = parse(text)
      return typeof tokens === 'symbol' ? [] : tokens.values
    } catch {
      throw this.#syntaxError()
    }
  }

  /** Reads the file again to find the position: the parser does not count lines, which makes it faster. */
  #syntaxError(): DocumentError {
    const verify = jsonVerifier()
    try {
      for (const { text } of this.#chunks()) verify(text)
      verify(NOT_JSON)
    } catch (error) {
      if (error instanceof DocumentError) return error
      if (error instanceof Error && 'line' in error && 'pos' in error)
        return new DocumentError(`/: must be JSON, but is not at line ${error.line}, column ${error.pos}`)
    }
    return new DocumentError('/: must be JSON')
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 })
  } catch {
    throw new DocumentError('/: must be text in UTF-8')
  }
}

function tooLarge(pointer: string): DocumentError {
  return new DocumentError(`${pointer}: must be shorter: it does not fit into memory`)
}
