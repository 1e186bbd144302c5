import { fstatSync, readSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import { jsonParser } from 'stream-json/core/parser.js'
import { jsonVerifier } from 'stream-json/core/utils/verifier.js'
import { CHANGED, DocumentError } from './errors.ts'
import { type DocumentEvent, memberPointer, type Section, type Source } from './source.ts'
import { TokenReader } from './token-reader.ts'

const CHUNK_BYTES = 64 * 1024
/** The maximum size of one member. Parsed, it takes up to thirty times as much memory. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024
/** Text that is not JSON in any place. It is long enough for the verifier not to wait for more. */
const NOT_JSON = '\0'.repeat(32)

export interface ReadOptions {
  /** How many bytes are read from the file at once. */
  readonly chunkBytes?: number | undefined
  /** Called with the number of bytes read so far, the size of the file, and the number of members read. */
  readonly onRead?: ((bytes: number, total: number, rows: number) => void) | undefined
}

/**
 * An import file on disk. It is read by its descriptor, so that it is the same file each time: once as a whole,
 * and once for each section that it has.
 */
export function fileSource(descriptor: number, options: ReadOptions = {}): Source {
  const { chunkBytes = CHUNK_BYTES, onRead = () => {} } = options
  const chunks = () => readChunks(descriptor, chunkBytes)
  const sections = new Set<Section>()
  let firstChecksum: number | undefined

  return {
    *events() {
      for (const event of read()) {
        if (event.kind === 'section') sections.add(event.section)
        yield event
      }
    },

    *members(section) {
      if (!sections.has(section)) return
      for (const event of read(section)) {
        if (event.kind === 'member' && event.section === section) yield event.value
      }
    },

    pointerOf: memberPointer,
  }

  /**
   * @param last the last section that is needed; the rest is read only for the checksum
   * @throws {DocumentError} if the file is not JSON in UTF-8, a member does not fit into memory, or the file
   *   has changed since it was read first
   */
  function* read(last?: Section): Generator<DocumentEvent> {
    const { size } = fstatSync(descriptor)
    const parse = jsonParser({ streamValues: false })
    const reader = new TokenReader()
    const isDone = () => last !== undefined && reader.hasRead(last)
    let checksum = 0
    let position = 0
    let memberBytes = 0
    let members = 0
    for (const { bytes, text } of chunks()) {
      checksum = crc32(bytes, checksum)
      if (isDone()) continue
      memberBytes += bytes.length
      // The line break completes a number at the end of the file.
      for (const token of tokensOf(parse, bytes.length > 0 ? text : `${text}\n`)) {
        const event = reader.read(token)
        if (!reader.isInMember) memberBytes = 0
        if (event?.kind === 'member') members += 1
        if (event) yield event
      }
      if (memberBytes > MAX_MEMBER_BYTES) {
        throw new DocumentError(`${reader.pointer}: must be shorter: it does not fit into memory`)
      }
      position += bytes.length
      if (last === undefined) onRead(position, size, members)
    }
    if (!isDone() && !reader.isComplete) throw syntaxError(chunks())
    firstChecksum ??= checksum
    if (checksum !== firstChecksum) throw new DocumentError(CHANGED)
  }

  function tokensOf(parse: ReturnType<typeof jsonParser>, text: string) {
    try {
      const tokens = parse(text)
      return typeof tokens === 'symbol' ? [] : tokens.values
    } catch {
      throw syntaxError(chunks())
    }
  }
}

/** Reads a file from its start. The last chunk has no bytes. */
function* readChunks(descriptor: number, chunkBytes: number) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let position = 0; ; ) {
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, { position }))
    yield { bytes, text: decode(decoder, bytes) }
    if (bytes.length === 0) return
    position += bytes.length
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 })
  } catch {
    throw new DocumentError('/: must be text in UTF-8')
  }
}

/** Reads the file again to find the position: the parser does not count lines, which makes it faster. */
function syntaxError(chunks: ReturnType<typeof readChunks>): DocumentError {
  const verify = jsonVerifier()
  try {
    for (const { text } of chunks) verify(text)
    verify(NOT_JSON)
  } catch (error) {
    if (error instanceof DocumentError) return error
    if (error instanceof Error && 'line' in error && 'pos' in error)
      return new DocumentError(`/: must be JSON, but is not at line ${error.line}, column ${error.pos}`)
  }
  return new DocumentError('/: must be JSON')
}
