import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StorageUnusableError } from './database.ts'
import { isPostgresUrl } from './postgres/connection-url.ts'
import { MEMORY } from './sqlite/connection.ts'

/** The forms that a DATABASE_URL may have. */
export const DATABASE_URL_FORMS = 'a path, a file: URL, a sqlite: URL or a postgres: URL'

type Fault = readonly [pattern: RegExp, fault: string]

/** A `file:` URL as others understand it. Without slashes, a path follows that is not encoded. */
const FILE_URL = /^file:\/\/(localhost)?\//i

const NOT_REPLACED = 'contains a variable that was not replaced by its value'

/** What shells, files of variables, panels and templates leave in a value of any form. A password may contain parts of them. */
const FAULTS: readonly Fault[] = [
  [/^["'`“”„‘’‚«»]|["'`“”„‘’‚«»]$/, 'begins or ends with a quotation mark'],
  [/^[\s\p{Cf}]|[\s\p{Cf}]$/u, 'begins or ends with white space'],
  [/\p{Cc}/u, 'contains a control character, such as a line break'],
  [/\$\{[A-Z_][^{}]*\}|\$\([A-Z_][^()]*\)|\{\{[^{}]*\}\}/i, NOT_REPLACED],
  [/^<|^\$\w|(^|[/:@,])%[A-Z_]\w*%($|[/:@,?])/i, NOT_REPLACED],
]

/** Signs that a value is no path, unless it begins like one. SQLite would create a file of that name, with a password in it. */
const FAULTS_OF_NAMES: readonly Fault[] = [
  [/^[\W_]*DATABASE_URL[\W_]*$/i, NOT_REPLACED],
  [/^~/, 'begins with ~, which only a shell replaces'],
  [/^(?![A-Z]:[\\/]|:)[^/\\=:]*:/i, 'begins with another scheme, a host or a user'],
  // The beginning of postgres in Base64.
  [/%(2F|3A|40)|^cG9zdGdyZ/i, 'is encoded'],
  [/^[\w -]+=/, 'begins with a name and an equals sign'],
  [/^(postgres|postgresql|sqlite|file)\/\//i, 'has no colon after its scheme'],
  [/^(undefined|null|nil|none|true|false)$/i, 'is a word that stands for no value'],
]

const BEGINS_LIKE_A_PATH = /^\.{0,2}\//

const FAULTS_OUTSIDE_WINDOWS: readonly Fault[] = [[/^[A-Z]:[\\/](?!.*@)|^[^:@]*\\/i, 'is a path of Windows']]

const HAS_PASSWORD: Fault = [
  /^\.{0,2}\/*[^:/]*:[^@]*@/,
  'contains a user and a password, but no postgres:// before them',
]
const HAS_PARAMETERS: Fault = [/\?/, 'has parameters, which only a postgres: URL may have']

const FAULTS_OF_PATHS: readonly Fault[] = [
  [/(^|\/)\$[A-Z_]|#\{/i, NOT_REPLACED],
  [/^\/\.\.?\//, 'begins with /. or /.., so leave out the slashes before the dot'],
  ...(sep === '/' ? FAULTS_OUTSIDE_WINDOWS : []),
  HAS_PARAMETERS,
  HAS_PASSWORD,
  [/:\/\//, 'contains another URL'],
  [/[,;]$/, 'ends with a comma or a semicolon'],
]

/** Folders may be numbered, as in `Store #1`. */
const FAULTS_OF_LAST_PARTS: readonly Fault[] = [[/\s#(?!\d)/, 'contains a comment']]

const FAULTS_OF_FILE_URLS: readonly Fault[] = [
  HAS_PASSWORD,
  HAS_PARAMETERS,
  [/#/, 'has a #, which ends a file: URL: write it as a plain path'],
]

/**
 * What is wrong with a DATABASE_URL that has none of the forms, as the end of a sentence about it; undefined if nothing is. It never
 * contains a part of the value, which may be a password.
 */
export function databaseUrlFault(url: string): string | undefined {
  if (isPostgresUrl(url)) return firstOf(FAULTS, url)
  if (FILE_URL.test(url))
    return firstOf(FAULTS, url) ?? firstOf(FAULTS_OF_FILE_URLS, url.replace(FILE_URL, '/'))
  const path = withoutScheme(url)
  if (path === MEMORY) return undefined
  if (path === '') return 'has no path'
  return firstOf(FAULTS, url) ?? firstOf(FAULTS, path) ?? pathFault(path)
}

function pathFault(path: string): string | undefined {
  const ofName = BEGINS_LIKE_A_PATH.test(path) ? undefined : firstOf(FAULTS_OF_NAMES, path)
  const lastPart = path.slice(path.lastIndexOf('/') + 1)
  return ofName ?? firstOf(FAULTS_OF_PATHS, path) ?? firstOf(FAULTS_OF_LAST_PARTS, lastPart)
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

function firstOf(faults: readonly Fault[], text: string): string | undefined {
  return faults.find(([pattern]) => pattern.test(text))?.[1]
}
