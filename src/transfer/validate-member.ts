import type { ErrorObject, ValidateFunction } from 'ajv'
import { type DocumentErrors, showValue, TOO_DEEP } from './errors.ts'
import { childrenOf, isTooDeep } from './nesting.ts'
import type { Member, Section } from './source.ts'
import { validators } from './validators.ts'

/**
 * Validates one member of an import file, and fills in defaults in place.
 * @returns the member, or undefined if it has errors
 */
export function checkMember<S extends Section>(
  section: S,
  pointer: string,
  member: unknown,
  errors: DocumentErrors,
): Member<S> | undefined {
  if (isTooDeep(member)) {
    errors.add(pointer, TOO_DEEP)
    return undefined
  }
  const before = errors.count
  const validate: ValidateFunction<Member<S>> = validators()[section]
  const isValid = validate(member)
  if (!isValid) addErrors(validate, pointer, errors)
  if (section === 'menus') checkNodes(member, 'groups', pointer, errors)
  return isValid && errors.count === before ? member : undefined
}

/** Validates the groups or items in a node, recursively. */
function checkNodes(
  parent: unknown,
  list: 'groups' | 'items',
  parentPointer: string,
  errors: DocumentErrors,
): void {
  const validate = validators()[list]
  for (const [index, node] of childrenOf(parent, list).entries()) {
    const pointer = `${parentPointer}/${list}/${index}`
    if (!validate(node)) addErrors(validate, pointer, errors)
    if (list === 'groups') checkNodes(node, 'groups', pointer, errors)
    checkNodes(node, 'items', pointer, errors)
  }
}

function addErrors(validate: ValidateFunction, pointer: string, errors: DocumentErrors): void {
  for (const error of validate.errors ?? []) errors.add(...describe(pointer, error))
}

function describe(valuePointer: string, error: ErrorObject): [pointer: string, message: string] {
  const pointer = `${valuePointer}${error.instancePath}`
  if (error.keyword === 'required') return [`${pointer}/${error.params['missingProperty']}`, 'is missing']
  const { mustBe, type, secret } = (error.parentSchema ?? {}) as Annotations
  const rule = mustBe ?? [type ?? []].flat().map(withArticle).join(' or ')
  const orNull = mustBe && Array.isArray(type) ? ', or null' : ''
  return [pointer, `must be ${rule}${orNull}${secret ? '' : `, got ${showValue(error.data)}`}`]
}

/** Annotations that the schemas in `documentSections` use for error messages. */
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
