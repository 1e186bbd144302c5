import type { ErrorObject, ValidateFunction } from 'ajv'
import { type DocumentErrors, showValue, TOO_DEEP } from './errors.ts'
import { childrenOf, isTooDeep } from './nesting.ts'
import type { Member, Section } from './source.ts'
import { validators } from './validators.ts'

/**
 * Validates one member of an import file, and fills in defaults in place.
 * @returns the member, or undefined if it has errors
 */
export function checkMember<P extends Section>(
  part: P,
  place: string,
  member: unknown,
  faults: DocumentErrors,
): Member<P> | undefined {
  if (isTooDeep(member)) {
    faults.add(place, TOO_DEEP)
    return undefined
  }
  const before = faults.count
  const validate: ValidateFunction<Member<P>> = validators()[part]
  const isRight = validate(member)
  if (!isRight) addFaults(validate, place, faults)
  if (part === 'menus') checkNodes(member, 'groups', place, faults)
  return isRight && faults.count === before ? member : undefined
}

/** Validates the groups or items in a node, recursively. */
function checkNodes(
  parent: unknown,
  list: 'groups' | 'items',
  parentPlace: string,
  faults: DocumentErrors,
): void {
  const validate = validators()[list]
  for (const [index, node] of childrenOf(parent, list).entries()) {
    const place = `${parentPlace}/${list}/${index}`
    if (!validate(node)) addFaults(validate, place, faults)
    if (list === 'groups') checkNodes(node, 'groups', place, faults)
    checkNodes(node, 'items', place, faults)
  }
}

function addFaults({ errors }: ValidateFunction, place: string, faults: DocumentErrors): void {
  for (const error of errors ?? []) faults.add(...describe(place, error))
}

function describe(place: string, error: ErrorObject): [place: string, message: string] {
  const faultPlace = `${place}${error.instancePath}`
  if (error.keyword === 'required') return [`${faultPlace}/${error.params['missingProperty']}`, 'is missing']
  const { mustBe, type, secret } = (error.parentSchema ?? {}) as Annotations
  const rule = mustBe ?? [type ?? []].flat().map(withArticle).join(' or ')
  const orNull = mustBe && Array.isArray(type) ? ', or null' : ''
  return [faultPlace, `must be ${rule}${orNull}${secret ? '' : `, got ${showValue(error.data)}`}`]
}

/** Annotations that the schemas in `documentParts` use for error messages. */
interface Annotations {
  readonly type?: string | readonly string[]
  /** The rule in words, if the type alone does not express it. */
  readonly mustBe?: string
  /** Whether the value must not be shown. */
  readonly secret?: boolean
}

function withArticle(type: string): string {
  if (type === 'null') return type
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
