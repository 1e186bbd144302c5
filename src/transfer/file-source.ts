import { fstatSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { jsonParser } from 'stream-json/core/parser.js'
import { CHANGED, DocumentError, errorLine } from './errors.ts'
import { type InputFile, readText } from './formats/input-file.ts'
import { jsonError } from './json-error.ts'
import { memberPointer, type Section, type Source, type SourceEvent } from './source.ts'
import { TokenReader } from './token-reader.ts'

/** The maximum size of one member. Parsed, it takes up to thirty times as much memory. */
const MAX_MEMBER_BYTES = 64 * 1024 * 1024

export interface ReadOptions {
  /** Called with the number of bytes read so far, the size of the file, and the number of members read. */
  readonly onRead?: ((bytes: number, total: number, rows: number) => void) | undefined
}

/**
 * An import file on disk. It is read by its descriptor, so that it is the same file each time: once as a whole,
 * and once for each section that it has.
 */
export function fileSource(file: InputFile, { onRead = () => {} }: ReadOptions = {}): Source {
  const chunks = () => readText(file, 'utf-8', 'must be text in UTF-8')
  const sections = new Set<Section>()
  let firstChecksum: number | undefined

  return {
    name: file.name,

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
  function* read(last?: Section): Generator<SourceEvent> {
    const { size } = fstatSync(file.descriptor)
    const parse = jsonParser({ streamValues: false })
    const reader = new TokenReader(file.name)
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
      if (memberBytes > MAX_MEMBER_BYTES)
        throw reader.errorHere('must be shorter: it does not fit into memory')
      position += bytes.length
      if (last === undefined) onRead(position, size, members)
    }
    if (!isDone() && !reader.isComplete) throw jsonError(file.name, chunks())
    firstChecksum ??= checksum
    if (checksum !== firstChecksum) throw new DocumentError(errorLine(file.name, '', CHANGED))
  }

  function tokensOf(parse: ReturnType<typeof jsonParser>, text: string) {
    try {
      const tokens = parse(text)
      return typeof tokens === 'symbol' ? [] : tokens.values
    } catch {
      throw jsonError(file.name, chunks())
    }
  }
}
