import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { DocumentError } from './errors.ts'

/** How many bytes are read from a file at once. */
export const CHUNK_BYTES = 1024 * 1024
/** The maximum size of one member. Parsed, it takes up to fifteen times as much memory. */
const MAX_HELD_BYTES = 64 * 1024 * 1024

/**
 * The part of a file that is in memory. `at` moves through `bytes` up to `end`. `more` reads on and discards
 * what is behind `at`, which changes all three. Reading is synchronous: SQLite transactions cannot wait.
 */
export class ByteWindow {
  bytes: Buffer
  at = 0
  end = 0
  readonly #descriptor: number
  /** The offset of the window in the file. */
  #offset: number
  /** Bytes from this index on must be kept. Infinite if none are held. */
  #held = Number.POSITIVE_INFINITY
  /** Bytes before this index are known to be valid UTF-8. */
  #checked = 0

  constructor(descriptor: number, offset = 0, chunkBytes = CHUNK_BYTES) {
    this.#descriptor = descriptor
    this.#offset = offset
    this.bytes = Buffer.allocUnsafeSlow(chunkBytes)
  }

  /** The offset of `at` in the file. */
  get position(): number {
    return this.#offset + this.at
  }

  /** Keeps all bytes from `at` on until they are taken. */
  hold(): void {
    this.#held = this.at
  }

  /** The held bytes up to `at`, valid until the next read; undefined if they were dropped. */
  take(): Buffer | undefined {
    const held = this.#held
    this.drop()
    return held <= this.at ? this.bytes.subarray(held, this.at) : undefined
  }

  drop(): void {
    this.#held = Number.POSITIVE_INFINITY
  }

  /**
   * Reads more bytes.
   * @returns false at the end of the file; `at` is then moved to the end
   * @throws {DocumentError} if the file is not UTF-8, or the held bytes do not fit into memory
   */
  more(): boolean {
    this.#makeRoom()
    const read = readSync(this.#descriptor, this.bytes, {
      offset: this.end,
      length: this.bytes.length - this.end,
      position: this.#offset + this.end,
    })
    this.end += read
    this.#checkEncoding(read === 0)
    if (read === 0) this.at = this.end
    return read > 0
  }

  #makeRoom(): void {
    const from = Math.min(this.#held, this.#checked, this.at)
    if (from > 0) this.#shift(from)
    if (this.end > this.bytes.length / 2) this.#grow()
    if (this.end === this.bytes.length) {
      throw new DocumentError('/: must be shorter: it does not fit into memory')
    }
  }

  #shift(from: number): void {
    this.bytes.copyWithin(0, from, this.end)
    this.#offset += from
    this.at -= from
    this.end -= from
    this.#held -= from
    this.#checked -= from
  }

  #grow(): void {
    const grown = Buffer.allocUnsafeSlow(Math.min(MAX_HELD_BYTES, 2 * this.bytes.length))
    this.bytes.copy(grown, 0, 0, this.end)
    this.bytes = grown
  }

  #checkEncoding(isLast: boolean): void {
    const until = isLast ? this.end : this.#lastWhole()
    if (!isUtf8(this.bytes.subarray(this.#checked, until)))
      throw new DocumentError('/: must be text in UTF-8')
    this.#checked = until
  }

  /** The end of the last complete character. Invalid bytes are included, so that the check rejects them. */
  #lastWhole(): number {
    for (let back = 1; back <= 4 && this.end - back >= this.#checked; back++) {
      const byte = this.bytes[this.end - back] ?? 0
      if (byte < 0x80) return this.end
      if (byte >= 0xc0) return back < lengthOfCharacter(byte) ? this.end - back : this.end
    }
    return this.end
  }
}

/** The length of a UTF-8 character in bytes. */
function lengthOfCharacter(firstByte: number): number {
  if (firstByte >= 0xf0) return 4
  return firstByte >= 0xe0 ? 3 : 2
}
