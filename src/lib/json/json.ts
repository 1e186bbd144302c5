/** An object of JSON whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The JSON pointer (RFC 6901) to a member of an object or an array.
 * @param parent the pointer to the object or array; that to a whole document is empty
 * @param member a name or an index
 */
export function pointerTo(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
