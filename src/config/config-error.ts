/** The configuration is invalid. The message has one sentence for each error. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
