/**
 * Returns an environment variable. The servers of the comparison have no other configuration.
 * @throws {Error} if it is not set
 */
export function required(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} must be set.`)
  return value
}
