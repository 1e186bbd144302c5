import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StorageUnusableError } from './database.ts'
import { isPostgresUrl } from './postgres/connection-url.ts'
import { MEMORY } from './sqlite/connection.ts'

/** The forms that a DATABASE_URL may have. */
export const DATABASE_URL_FORMS = 'a path, a file: URL, a sqlite: URL or a postgres: URL'

/** A percent-encoded `file:` URL. Without the two slashes, a plain path follows. */
const FILE_URL = /^file:\/\/(?:localhost)?\//i

/** Faults such as quotation marks, or variables of a shell or a template. Passwords may contain parts of them. */
const FAULTS: readonly (readonly [pattern: RegExp, fault: string])[] = [
  [/^["'`“”„‘’‚«»]|["'`“”„‘’‚«»]$/, 'begins or ends with a quotation mark'],
  [/^[\s\p{Cf}]|[\s\p{Cf}]$/u, 'begins or ends with white space'],
  [/\p{Cc}/u, 'contains a control character, such as a line break'],
  [
    /^<|^\$\w|\$\{[A-Z_][^{}]*\}|\$\([A-Z_][^()]*\)|\{\{[^{}]*\}\}|(^|[/:@,])%[A-Z_]\w*%($|[/:@,?])/i,
    'contains a variable that was not replaced by its value',
  ],
  [/^(?!postgres(ql)?:|sqlite:|file:)[a-z][a-z\d+.-]*:\/\//i, 'has another scheme'],
  // After the two slashes of a `sqlite:` URL, there may also be a relative path.
  [
    /^file:\/\/(?!localhost\/)[^/:.][^:]|^(file|sqlite):\/\/[^/]*@/i,
    'names a host, but SQLite has none: write three slashes before an absolute path, as in file:///data/signage.db',
  ],
]

/** The characters of a path. SQLite would create a file for any other value, such as a misspelled URL with a password. */
const PATH =
  sep === '/'
    ? /^[\p{L}\p{M}\p{N} ._+()',/-]+$/u
    : /^\/?(?:[A-Z]:(?=[\\/]))?[\p{L}\p{M}\p{N} ._+()',/\\-]+$/iu
const NOT_A_PATH =
  "has a character besides letters, digits, spaces and ._+-()',/ in its path: write the path as a file: URL, in which these are encoded"

/** A path needs a folder or an ending: otherwise it may be a word such as `undefined`. */
const HAS_ENDING = /[/\\]|[^.]\.\w+$/

/**
 * The fault of a DATABASE_URL, as the end of a sentence about it; undefined if it has none. The sentence never contains a part
 * of the value, which may be a password.
 */
export function databaseUrlFault(url: string): string | undefined {
  const fault = FAULTS.find(([pattern]) => pattern.test(url))?.[1]
  if (fault !== undefined || isPostgresUrl(url)) return fault
  if (FILE_URL.test(url))
    return PATH.test(url.replace(FILE_URL, '/').replaceAll('%', '')) ? undefined : NOT_A_PATH
  const path = withoutScheme(url)
  if (path === MEMORY) return undefined
  if (path.trim() === '') return 'has no path'
  if (!PATH.test(path)) return NOT_A_PATH
  return HAS_ENDING.test(path)
    ? undefined
    : 'has no ending such as .db: write ./ before the name of a file without one'
}

/**
 * The file (or `:memory:`) that a plain path, a `file:` URL or a `sqlite:` URL names.
 * @throws {StorageUnusableError} if it names no file
 */
export function sqlitePath(url: string): string {
  const fault = databaseUrlFault(url)
  if (fault !== undefined)
    throw new StorageUnusableError(`DATABASE_URL must be ${DATABASE_URL_FORMS}, but it ${fault}.`)
  if (!FILE_URL.test(url)) return withoutScheme(url)
  try {
    return fileURLToPath(url)
  } catch {
    throw new StorageUnusableError('DATABASE_URL is not a valid file: URL: write it as a plain path.')
  }
}

function withoutScheme(url: string): string {
  return url.replace(/^(sqlite|file):(\/\/)?/i, '')
}
