/** The servers of the comparison take all they need from the environment. */
export function required(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} must be set.`)
  return value
}
