import { fstatSync } from 'node:fs'
import { MEBIBYTE } from '../lib/bytes.ts'
import { countValues } from '../lib/json/count-values.ts'
import { findRepeatedFields, REPEATED } from '../lib/json/repeated-fields.ts'
import { formatNumber } from '../lib/text/format-number.ts'
import { ImportError } from './import-error.ts'
import { decodeUtf8, type InputFile, readAll } from './input-file.ts'
import { parseNamedJson } from './json.ts'
import { type ImportSource, sourceInMemory } from './source.ts'

/** The limits of all import files of one command, so that they can be imported with 1 GiB of memory. */
const MAX_IMPORT_BYTES = 128 * MEBIBYTE
const MAX_IMPORT_VALUES = 6_000_000

/**
 * Reads each import file exactly once, because it may change later.
 * @throws {ImportError} if they are too large together; or if one is not JSON in UTF-8, or changes while it is read
 */
export function readImportFiles(files: readonly InputFile[]): ImportSource[] {
  const size = files.reduce((sum, { descriptor }) => sum + fstatSync(descriptor).size, 0)
  if (size > MAX_IMPORT_BYTES) throw tooMuchError(`${MAX_IMPORT_BYTES / MEBIBYTE} MiB`)
  let values = 0
  return files.map((file) => {
    const bytes = readAll(file)
    const counted = countValues(bytes)
    // A file that nests too deep has no count. It is refused when it is parsed.
    if (typeof counted === 'number') values += counted
    if (values > MAX_IMPORT_VALUES) throw tooMuchError(`${formatNumber(MAX_IMPORT_VALUES)} values`)
    return sourceOf(file.name, bytes)
  })
}

function tooMuchError(limit: string): ImportError {
  return new ImportError(
    `The files of one import must not have more than ${limit} in total. Split them over several imports: users, sites and menus first, then devices and keys.`,
  )
}

function sourceOf(name: string, bytes: Buffer): ImportSource {
  const text = decodeUtf8(name, bytes)
  const document = parseNamedJson(name, text)
  const problems = findRepeatedFields(text).map((pointer) => [pointer, REPEATED] as const)
  return { ...sourceInMemory(document, name), problems }
}
