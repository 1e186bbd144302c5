import { Type } from '@sinclair/typebox'
import type { SchemaErrorFormatter } from 'fastify/types/schema.js'

/** A query parameter that names several values; see `readValues`. */
export const severalValues = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), {
      description: `${description} Several values: repeated, separated by commas, or as a JSON array.`,
    }),
  )

/** A query parameter that is a whole number, 0 or more. An empty value counts as not given. */
export const wholeNumber = (description: string) => numeric('^[0-9]*$', description)

/** A query parameter that is a whole number, 1 or more. An empty value counts as not given. */
export const positiveNumber = (description: string) => numeric('^(0*[1-9][0-9]*)?$', description)

// Text, not numbers: a coercion to numbers would let "1e1", " 1" and "Infinity" through.
const numeric = (pattern: string, description: string) => Type.Optional(Type.String({ pattern, description }))

/** Says what the first parameter of the wrong form must be. @param rules what each parameter must be, if not text */
export function faultDescriber(rules: Readonly<Record<string, string>>): SchemaErrorFormatter {
  return ([fault]) => {
    const parameter = fault?.instancePath.slice(1) ?? ''
    return new Error(`The parameter ${parameter} must be ${rules[parameter] ?? 'text'}`)
  }
}

/** The ids that a parameter names, or undefined where it names none and so sets no limit. */
export function readIds(parameter: string | readonly string[] | undefined): ReadonlySet<string> | undefined {
  const ids = readValues(parameter).flatMap((value) => [value, ...partsOf(value)])
  return ids.length === 0 ? undefined : new Set(ids)
}

/** The values of a parameter, each as it stands: what has a comma in it may be several. */
export function readValues(parameter: string | readonly string[] | undefined): string[] {
  return [parameter ?? []]
    .flat()
    .flatMap((value) => readJsonArray(value) ?? [value])
    .filter((value) => partsOf(value).length > 0)
}

/** What stands between the commas of a value. */
export function partsOf(value: string): string[] {
  return value.split(',').filter((part) => part !== '')
}

/** The members of a JSON array of strings or whole numbers; undefined for any other text. */
function readJsonArray(text: string): string[] | undefined {
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined
  try {
    const members: unknown[] = JSON.parse(text)
    const plain = members.every((member) => typeof member === 'string' || Number.isSafeInteger(member))
    return plain ? members.map(String) : undefined
  } catch {
    return undefined
  }
}
