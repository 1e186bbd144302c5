import { HttpError } from '../http/http-error.ts'
import { STORAGE_ERRORS } from '../storage/database.ts'

/** The errors that keep their class and all properties of it. Others arrive as an `Error`. */
const CLASSES: Readonly<Record<string, { readonly prototype: Error }>> = {
  HttpError,
  // Not the name of the class, which the bundler may change.
  ...Object.fromEntries(STORAGE_ERRORS.map((Class) => [new Class('').name, Class])),
}

/** Converts an error to plain data, because cloning one for another thread loses its class and its own properties. */
export function toThreadError(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack } = error
  return { ...(name in CLASSES ? error : {}), name, message, stack }
}
export type ThreadError = ReturnType<typeof toThreadError>

/** The error that `toThreadError` was given. */
export function fromThreadError(data: ThreadError): Error {
  const error = Object.assign(new Error(), data)
  return Object.setPrototypeOf(error, (CLASSES[data.name] ?? Error).prototype)
}
