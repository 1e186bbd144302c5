import { Type } from '@sinclair/typebox'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { partsOf, readValues } from '../lib/text/several-values.ts'

/** A query parameter that accepts several values; see `readValues`. */
export const valuesParameter = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), {
      description: `${description} For several values, repeat the parameter, separate them by commas, or send a JSON array.`,
    }),
  )

/** @param maximum the documented maximum, which is not enforced here */
const numberFrom = (minimum: number, pattern: string) => (description: string, maximum?: number) => {
  const documentedAs = { type: 'integer', minimum, maximum }
  return patternParameter(pattern, `a whole number, ${minimum} or more`, description, documentedAs)
}

/** A query parameter that is a whole number. An empty value counts as not given. */
export const numberParameter = numberFrom(0, '[0-9]*')

/** Like `numberParameter`, but 1 or more. */
export const positiveParameter = numberFrom(1, '0*[1-9][0-9]*')

/** A query parameter that is one of some texts. An empty value counts as not given. */
export const oneOfParameter = (values: readonly string[], description: string) =>
  patternParameter(values.join('|'), `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`, description, {
    type: 'string',
    enum: values,
  })

/** A query parameter that is true or false; see `readBoolean`. */
export const booleanParameter = (description: string) =>
  patternParameter('true|false', 'true or false', description, { type: 'boolean' })

/** The value of a parameter that is true or false, or undefined if it is not given. */
export function readBoolean(parameter: string | undefined): boolean | undefined {
  return parameter ? parameter === 'true' : undefined
}

/**
 * A query parameter that matches a pattern or is empty. It is a string, because coercion to a number would accept "1e1", " 1"
 * and "Infinity".
 * @param mustBe the rule in words
 * @param documentedAs the schema in the OpenAPI description, which may be stricter than what is accepted
 */
const patternParameter = (pattern: string, mustBe: string, description: string, documentedAs: object) =>
  Type.Optional(Type.String({ pattern: `^(${pattern})?$`, mustBe, description, documentedAs }))

/** An error of Ajv about an invalid parameter, with its schema. */
interface ParameterError extends FastifySchemaValidationError {
  readonly parentSchema?: { readonly mustBe?: string }
}

/** The error for the first invalid parameter of a query. A parameter without a rule in words must be text. */
export function formatQueryError([error]: readonly ParameterError[]): Error {
  const parameter = error?.instancePath.slice(1) ?? ''
  return new Error(`The parameter ${parameter} must be ${error?.parentSchema?.mustBe ?? 'text'}`)
}

/**
 * The ids in a parameter, or undefined if there are none and the parameter does not filter: a page with nothing chosen sends `[]`. A
 * value with commas may be one id or several, so both the whole value and its parts are included.
 */
export function readIds(parameter: string | readonly string[] | undefined): ReadonlySet<string> | undefined {
  const ids = readValues(parameter).flatMap((value) => [value, ...partsOf(value)])
  return ids.length === 0 ? undefined : new Set(ids)
}
