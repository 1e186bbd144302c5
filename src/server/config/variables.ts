/** The configuration is invalid. The message has one sentence for each error. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Each variable can also be set by its name with this prefix, which takes precedence. */
const PREFIX = 'SIGNAGE_'

/** The variables of the environment. An empty value counts as not given. */
export function readVariables(environment: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

/** Variables that many programs read. Some programs know only the lower-case names. */
const IN_SMALL_LETTERS: readonly string[] = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']

/** The name under which a variable is set. The name with the prefix takes precedence. */
export function nameIn(given: NodeJS.Dict<string>, name: string): string {
  const small = IN_SMALL_LETTERS.includes(name) ? [name.toLowerCase()] : []
  return [`${PREFIX}${name}`, name, ...small].find((one) => one in given) ?? name
}
