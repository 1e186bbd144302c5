import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isSystemError, reasonOf } from '../lib/system-error.ts'

/** The configuration is invalid. The message has one sentence for each error. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Each variable can also be set by its name with this prefix, which takes precedence. */
const PREFIX = 'SIGNAGE_'

/**
 * The variables of the environment. Except in production, variables that are not set there by any of their names are
 * read from the file `.env`. An empty value counts as not given.
 * @throws {ConfigError} if `.env` cannot be read
 */
export function readVariables(environment: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  const given = withoutEmpty(environment)
  const isGiven = (name: string) => nameIn(given, name.replace(PREFIX, '').toUpperCase()) in given
  const inFile = Object.entries(withoutEmpty(readDotEnv(environment))).filter(([name]) => !isGiven(name))
  return { ...Object.fromEntries(inFile), ...given }
}

function readDotEnv({ NODE_ENV }: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  if (NODE_ENV === 'production' || !existsSync('.env')) return {}
  try {
    // The decoder removes the byte order mark that Windows editors write.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env'))
    // UTF-16 without a mark
    if (text.includes('\0')) throw new TypeError()
    return parseEnv(text)
  } catch (error) {
    const reason = isSystemError(error) ? reasonOf(error) : 'it is not UTF-8 text'
    throw new ConfigError(
      `The file .env cannot be read (${reason}): replace it with a readable file, or remove it.`,
    )
  }
}

function withoutEmpty(variables: NodeJS.Dict<string>): NodeJS.Dict<string> {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

/** Variables that many programs read. Some programs know only the lower-case names. */
const ALSO_LOWER_CASE: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']

/** The name under which a variable is set. The name with the prefix takes precedence. */
export function nameIn(given: NodeJS.Dict<string>, name: string): string {
  const lowerCaseName = ALSO_LOWER_CASE.includes(name) ? [name.toLowerCase()] : []
  return [`${PREFIX}${name}`, name, ...lowerCaseName].find((one) => one in given) ?? name
}
