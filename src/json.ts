/** An object of JSON whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object, and no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Escapes a name for a JSON pointer (RFC 6901 §3). */
export function escapeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
