import { fstatSync, readSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { MEBIBYTE } from '../lib/bytes.ts'
import { counted } from '../lib/text/format-number.ts'
import { ImportError } from './import-error.ts'

/** The largest file that is read into memory at once. A parsed file takes several times its size. */
const MAX_WHOLE_FILE_BYTES = 256 * MEBIBYTE

const CHUNK_BYTES = 64 * 1024

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** An open file. It can be read several times. */
export interface InputFile {
  /** Its path for messages, or `standard input`. */
  readonly name: string
  readonly descriptor: number
}

const MAX_SHOWN_FILES = 3

/** The name of several files together. */
export function describeFiles(files: readonly InputFile[]): string {
  const names = files.slice(0, MAX_SHOWN_FILES).map(({ name }) => name)
  const rest =
    files.length > MAX_SHOWN_FILES ? ` and ${counted(files.length - MAX_SHOWN_FILES, 'more file')}` : ''
  return names.join(', ') + rest
}

export function readHead({ descriptor }: InputFile, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  let length = 0
  for (let read = 1; read > 0 && length < bytes; length += read)
    read = readSync(descriptor, buffer, { offset: length, length: bytes - length, position: length })
  return buffer.subarray(0, length)
}

/** Reads a file of any size. @throws {ImportError} if it changes meanwhile */
export function readAll(file: InputFile): Buffer {
  const before = fstatSync(file.descriptor)
  const bytes = readHead(file, before.size)
  const { size, mtimeMs } = fstatSync(file.descriptor)
  if (size === before.size && mtimeMs === before.mtimeMs) return bytes
  throw new ImportError(`${file.name}: must not change while it is read`)
}

/** Reads a whole file. @throws {ImportError} if it is too large */
export function readAllWithinLimit(file: InputFile): Buffer {
  if (fstatSync(file.descriptor).size <= MAX_WHOLE_FILE_BYTES) return readAll(file)
  const limit = `${MAX_WHOLE_FILE_BYTES / MEBIBYTE} MiB`
  throw new ImportError(`${file.name}: must not be larger than ${limit} in this format`)
}

/**
 * Reads a text file from its start. The last chunk has no bytes.
 * @param problem the message about a file that is not text in this encoding
 */
export function* readText(
  { name, descriptor }: InputFile,
  encoding: Encoding,
  problem: string,
): Generator<{ readonly bytes: Buffer; readonly text: string }> {
  const decoder = decoderOf(encoding)
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let position = 0; ; ) {
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, { position }))
    yield { bytes, text: decode(decoder, bytes, `${name}: ${problem}`, bytes.length > 0) }
    if (bytes.length === 0) return
    position += bytes.length
  }
}

/** @throws {ImportError} if it is not text in UTF-8 */
export function decodeUtf8(name: string, bytes: Uint8Array): string {
  return decode(decoderOf('utf-8'), bytes, `${name}: must be text in UTF-8`)
}

/**
 * Decodes text in UTF-8, or in UTF-16 if its byte-order mark says so.
 * @throws {ImportError} if it is neither
 */
export function decodeText(name: string, bytes: Uint8Array): string {
  const problem = 'must be text in UTF-8, or in UTF-16 with a byte-order mark'
  return decode(decoderOf(encodingOf(bytes)), bytes, `${name}: ${problem}`)
}

function decoderOf(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding, { fatal: true })
}

/** @param stream whether more bytes follow */
function decode(decoder: TextDecoder, bytes: Uint8Array, message: string, stream = false): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new ImportError(message)
  }
}

/** The encoding that the byte-order mark of a text names, or else UTF-8. */
export function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
