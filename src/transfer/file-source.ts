import { fstatSync, readSync } from 'node:fs'
import { ByteWindow, CHUNK_BYTES } from './byte-window.ts'
import { CHANGED, DocumentError } from './errors.ts'
import { JsonFault } from './json.ts'
import { type PartOfFile, Scanner } from './scanner.ts'
import type { DocumentEvent, Section, Source } from './source.ts'

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const NEWLINE = 0x0a

interface Options {
  readonly chunkBytes?: number | undefined
  /** Called with the number of bytes read so far, and the size of the file. */
  readonly onRead?: ((bytes: number, total: number) => void) | undefined
}

/** An import file on disk. It is read by its descriptor, so that it is the same file each time. */
export function fileSource(
  descriptor: number,
  { chunkBytes = CHUNK_BYTES, onRead = () => {} }: Options = {},
): Source {
  const start = startOfText(descriptor)
  let parts: ReadonlyMap<Section, PartOfFile> = new Map()

  return {
    *walk() {
      const { size } = fstatSync(descriptor)
      const window = new ByteWindow(descriptor, start, chunkBytes)
      const scanner = new Scanner(window)
      parts = scanner.parts
      try {
        for (const piece of scanner.walk()) {
          yield piece
          onRead(window.position, size)
        }
        onRead(size, size)
      } catch (error) {
        throw located(error, window)
      }
    },

    *members(part) {
      const known = parts.get(part)
      if (known === undefined) return
      const window = new ByteWindow(descriptor, known.offset, chunkBytes)
      try {
        const checksum = yield* valuesOf(new Scanner(window).members(part))
        if (checksum !== known.checksum) throw new DocumentError(CHANGED)
      } catch (error) {
        throw located(error, window)
      }
    },
  }

  function located(error: unknown, window: ByteWindow): unknown {
    if (!(error instanceof JsonFault)) return error
    // Read the rest first: if the file is not UTF-8, that error is reported instead.
    do window.at = window.end
    while (window.more())
    const { line, column } = follow(positionOf(descriptor, start, error.offset), Buffer.from(error.before))
    return new DocumentError(`/: must be JSON, but is not at line ${line}, column ${column}`)
  }
}

function* valuesOf(pieces: Generator<DocumentEvent, number>): Generator<unknown, number> {
  for (;;) {
    const next = pieces.next()
    if (next.done) return next.value
    if (next.value.kind === 'member') yield next.value.value
  }
}

function startOfText(descriptor: number): number {
  const first = Buffer.alloc(BYTE_ORDER_MARK.length)
  readSync(descriptor, first, { position: 0 })
  return first.equals(BYTE_ORDER_MARK) ? first.length : 0
}

interface Position {
  readonly line: number
  readonly column: number
}

/** Reads the file again to find the position. Counting lines all the time would slow down every import. */
function positionOf(descriptor: number, start: number, offset: number): Position {
  const bytes = Buffer.allocUnsafe(CHUNK_BYTES)
  let position: Position = { line: 1, column: 1 }
  for (let at = start; at < offset; ) {
    const length = Math.min(bytes.length, offset - at)
    const read = readSync(descriptor, bytes, { length, position: at })
    if (read === 0) break
    position = follow(position, bytes.subarray(0, read))
    at += read
  }
  return position
}

/** The position after some bytes. Columns count UTF-16 code units, as editors and JSON.parse do. */
function follow({ line, column }: Position, bytes: Uint8Array): Position {
  for (const byte of bytes) {
    if (byte === NEWLINE) {
      line += 1
      column = 1
    } else if (byte >= 0xf0) column += 2
    else if (byte < 0x80 || byte >= 0xc0) column += 1
  }
  return { line, column }
}
