import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { DocumentError } from './errors.ts'

/** What is read of a file at once. */
export const CHUNK_BYTES = 1024 * 1024
/** What one member may take: as objects it takes up to fifteen times as much. */
const MAX_HELD_BYTES = 64 * 1024 * 1024

/**
 * The part of a file that is in memory. `at` walks through `bytes` up to `end`; `more` reads on, and gives up what
 * lies behind, so that it shifts all three. Reading is synchronous: no transaction of SQLite can wait.
 */
export class ByteWindow {
  bytes: Buffer
  at = 0
  end = 0
  readonly #descriptor: number
  /** Where in the file the window begins. */
  #offset: number
  /** Where that begins which must be kept, as long as something is held. */
  #held = Number.POSITIVE_INFINITY
  /** Up to where the bytes are known to be UTF-8. */
  #checked = 0

  constructor(descriptor: number, offset = 0, chunkBytes = CHUNK_BYTES) {
    this.#descriptor = descriptor
    this.#offset = offset
    this.bytes = Buffer.allocUnsafeSlow(chunkBytes)
  }

  /** Where in the file `at` is. */
  get position(): number {
    return this.#offset + this.at
  }

  /** Keeps what comes until it is taken. */
  hold(): void {
    this.#held = this.at
  }

  /** What was held, up to here: it stands until more is read. Nothing, if it was dropped. */
  take(): Buffer | undefined {
    const held = this.#held
    this.drop()
    return held <= this.at ? this.bytes.subarray(held, this.at) : undefined
  }

  drop(): void {
    this.#held = Number.POSITIVE_INFINITY
  }

  /**
   * Reads on.
   * @returns false at the end of the file, where `at` is put
   * @throws {DocumentError} if the file is not UTF-8, or what is held does not fit into memory
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

  /** Where the last character ends whose bytes are all there, if it is one. */
  #lastWhole(): number {
    for (let back = 1; back <= 4 && this.end - back >= this.#checked; back++) {
      const byte = this.bytes[this.end - back] ?? 0
      if (byte < 0x80) return this.end
      if (byte >= 0xc0) return back < lengthOfCharacter(byte) ? this.end - back : this.end
    }
    return this.end
  }
}

/** How many bytes a character takes in UTF-8. */
function lengthOfCharacter(firstByte: number): number {
  if (firstByte >= 0xf0) return 4
  return firstByte >= 0xe0 ? 3 : 2
}
