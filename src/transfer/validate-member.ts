import type { ErrorObject, ValidateFunction } from 'ajv'
import { type Faults, showValue, TOO_DEEP } from './errors.ts'
import { childrenOf, isTooDeep } from './nesting.ts'
import type { Member, Part } from './source.ts'
import { validators } from './validators.ts'

/**
 * Checks the form of one member of a document, and fills in defaults, in place.
 * @returns the member, or undefined if it has a fault
 */
export function checkMember<P extends Part>(
  part: P,
  place: string,
  member: unknown,
  faults: Faults,
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

/** Checks the groups or items in a node, and those in them. */
function checkNodes(parent: unknown, list: 'groups' | 'items', parentPlace: string, faults: Faults): void {
  const validate = validators()[list]
  for (const [index, node] of childrenOf(parent, list).entries()) {
    const place = `${parentPlace}/${list}/${index}`
    if (!validate(node)) addFaults(validate, place, faults)
    if (list === 'groups') checkNodes(node, 'groups', place, faults)
    checkNodes(node, 'items', place, faults)
  }
}

function addFaults({ errors }: ValidateFunction, place: string, faults: Faults): void {
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

/** What a schema says of the values that it takes, in `documentParts`. */
interface Annotations {
  readonly type?: string | readonly string[]
  /** The rule in words, where the type alone does not say it. */
  readonly mustBe?: string
  /** The value must not be shown. */
  readonly secret?: boolean
}

function withArticle(type: string): string {
  if (type === 'null') return type
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
