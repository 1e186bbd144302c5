import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StorageOperatorError } from './database.ts'
import { isPostgresUrl } from './postgres/connection-url.ts'
import { MEMORY } from './sqlite/connection.ts'

/** What a DATABASE_URL must be. No message repeats a part of one, which may be a password. */
export const DATABASE_URL_FORMS =
  "a path such as ./data/signage.db, or a file:, sqlite: or postgres: URL; percent-encode special characters in a URL; a path with characters other than letters, digits, spaces and ._+()',/- must be a file: URL"

/** The characters of URLs (RFC 3986). Quotation marks, spaces, and placeholders that nobody filled in have others. */
const URL_CHARACTERS = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/

/** A percent-encoded `file:` URL. Without the two slashes, a plain path follows. */
const FILE_URL = /^file:\/\/(?:localhost)?\//i
const SCHEME_OF_PATH = /^(?:sqlite:(?:\/\/)?|file:(?!\/\/))/i

/** The characters of a path. SQLite would create a file for any other value, such as a misspelled URL with a password. */
const PATH =
  sep === '/'
    ? /^[\p{L}\p{M}\p{N} ._+()',/-]+$/u
    : /^\/?(?:[A-Z]:(?=[\\/]))?[\p{L}\p{M}\p{N} ._+()',/\\-]+$/iu

/** A path needs a folder or an ending: otherwise it may be a word such as `undefined`. */
const HAS_ENDING = /[/\\]|[^.]\.\w+$/

/** Whether a text is a DATABASE_URL, and not what a shell, a template or a mistake has made of one. */
export function isDatabaseUrl(url: string): boolean {
  // Kubernetes leaves `$(PASSWORD)` as it is, if there is no such variable.
  if (isPostgresUrl(url)) return URL_CHARACTERS.test(url) && !/\$\([^$)]*\)/.test(url)
  if (FILE_URL.test(url)) return PATH.test(url.replace(FILE_URL, '/').replaceAll('%', ''))
  const path = url.replace(SCHEME_OF_PATH, '')
  if (path === MEMORY) return true
  return path.trim() === path && /^[^'].*[^']$/.test(path) && PATH.test(path) && HAS_ENDING.test(path)
}

/**
 * The file (or `:memory:`) that a plain path, a `file:` URL or a `sqlite:` URL names.
 * @throws {StorageOperatorError} if it names no file
 */
export function sqlitePath(url: string): string {
  if (!isDatabaseUrl(url)) throw new StorageOperatorError(`DATABASE_URL must be ${DATABASE_URL_FORMS}.`)
  if (!FILE_URL.test(url)) return url.replace(SCHEME_OF_PATH, '')
  try {
    return fileURLToPath(url)
  } catch {
    throw new StorageOperatorError('DATABASE_URL is not a valid file: URL: write it as a plain path.')
  }
}
