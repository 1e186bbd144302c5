import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { ImportError } from '../../documents/import-error.ts'
import { encodingOf, type InputFile } from '../../documents/input-file.ts'
import { MEBIBYTE } from '../../lib/bytes.ts'

const MAX_PARTS = 10_000
/** The most bytes of all parts together. A sheet of 200,000 rows with ten columns has about 150 MB. */
const MAX_BYTES = 256 * MEBIBYTE
/** The highest ratio of compression. Sheets have ten or more; only long runs of one byte have more than this. */
const MAX_RATIO = 200
const MIN_BYTES_FOR_RATIO = 16 * MEBIBYTE

export type Zip = Awaited<ReturnType<typeof openZip>>

/** Opens a ZIP file. Its descriptor is not closed. @throws {Error} if it is damaged */
export async function openZip(file: InputFile) {
  const zip = await fromFdPromise(file.descriptor, { autoClose: false })
  const entries = await readEntries(file, zip)
  /** The bytes of all parts, each counted once. */
  let total = 0
  const isRead = new Set<Entry>()

  return {
    has: (name: string) => entries.has(name.toLowerCase()),

    /** Reads a part as text, chunk by chunk. @throws {ImportError} if it is encrypted, or unreasonably large */
    async *read(name: string): AsyncGenerator<string> {
      const entry = entries.get(name.toLowerCase())
      if (entry === undefined) throw new Error(`The part ${name} is missing.`)
      yield* decode(readPart(entry))
    },
  }

  async function* readPart(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) throw new ImportError(`${file.name}: has a password: save it without one`)
    let size = 0
    let checksum = 0
    const isAgain = isRead.has(entry)
    isRead.add(entry)
    const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of chunks) {
      // The sizes in the file may be wrong, so the bytes that are read are counted.
      size += chunk.length
      if (!isAgain) total += chunk.length
      const isBomb = size > MIN_BYTES_FOR_RATIO && size > MAX_RATIO * entry.compressedSize
      if (isBomb || total > MAX_BYTES) throw tooLargeError(file)
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (checksum !== entry.crc32) throw new Error('The checksum of a part is wrong.')
  }
}

async function readEntries(file: InputFile, zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw tooLargeError(file)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  return entries
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder?.decode() ?? ''
}

function tooLargeError({ name }: InputFile): ImportError {
  return new ImportError(
    `${name}: must not be larger than ${MAX_BYTES / MEBIBYTE} MiB when it is unpacked: split it, or save it as CSV`,
  )
}
