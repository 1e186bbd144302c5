import type { ErrorObject, ValidateFunction } from 'ajv'
import { pointerTo } from '../lib/json/json.ts'
import { shorten } from '../lib/text/cut-to.ts'
import { formatNumber } from '../lib/text/format-number.ts'
import { MAX_DEPTH, TOO_DEEP } from '../schemas/depth.ts'
import { atMost } from '../schemas/text-limits.ts'
import { type ErrorCollector, showValue, UNKNOWN_FIELD } from './import-error.ts'
import type { Section, SectionMember } from './source.ts'
import type { Validators } from './validators.ts'

/** Validates one member, and fills in defaults in place. @returns undefined if it has errors */
export function validateMember<S extends Section>(
  validators: Validators,
  section: S,
  pointer: string,
  member: unknown,
  errors: ErrorCollector,
): SectionMember<S> | undefined {
  const before = errors.count
  const validate: ValidateFunction<SectionMember<S>> = validators[section]
  const isValid = validate(member)
  if (!isValid) addErrors(validate, pointer, errors)
  if (section === 'menus') checkTree(validators, member, pointer, errors)
  return isValid && errors.count === before ? member : undefined
}

/** Validates the groups and items of a menu. Nodes below MAX_DEPTH are an error: a deeper file would overflow the stack. */
function checkTree(validators: Validators, menu: unknown, menuPointer: string, errors: ErrorCollector): void {
  checkNodes(menu, 'groups', menuPointer, 1)

  function checkNodes(parent: unknown, list: 'groups' | 'items', parentPointer: string, depth: number): void {
    const nodes: unknown = Object(parent)[list]
    if (!Array.isArray(nodes)) return
    if (nodes.length > 0 && depth > MAX_DEPTH) {
      errors.add(menuPointer, TOO_DEEP)
      return
    }
    const validate = validators[list]
    for (const [index, node] of nodes.entries()) {
      const pointer = `${parentPointer}/${list}/${index}`
      if (!validate(node)) addErrors(validate, pointer, errors)
      if (list === 'groups') checkNodes(node, 'groups', pointer, depth + 1)
      checkNodes(node, 'items', pointer, list === 'items' ? depth + 1 : 1)
    }
  }
}

/** Adds the errors that a validator has found in a value. */
export function addErrors(validate: ValidateFunction, pointer: string, errors: ErrorCollector): void {
  for (const error of validate.errors ?? [])
    errors.add(...pointerAndMessage(pointer, error, errors.showsValues))
}

function pointerAndMessage(
  valuePointer: string,
  error: ErrorObject,
  showsValues: boolean,
): [pointer: string, message: string] {
  const pointer = `${valuePointer}${error.instancePath}`
  if (error.keyword === 'required') return [pointerTo(pointer, error.params['missingProperty']), 'is missing']
  if (error.keyword === 'additionalProperties')
    return [pointerTo(pointer, shorten(String(error.params['additionalProperty']))), UNKNOWN_FIELD]
  const unit = UNITS[error.keyword]
  if (unit !== undefined) return [pointer, atMost(Number(error.schema), unit)]
  const { mustBe, type, secret } = (error.parentSchema ?? {}) as Annotations
  const rule = mustBe ?? limitOf(error) ?? [type ?? []].flat().map(withArticle).join(' or ')
  const orNull = mustBe && Array.isArray(type) ? ', or null' : ''
  return [
    pointer,
    `must be ${rule}${orNull}${secret || !showsValues ? '' : `, got ${showValue(error.data)}`}`,
  ]
}

/** The rule of a limit for numbers, in words; undefined for other rules. */
function limitOf({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'minimum') return `${params['limit']} or more`
  return keyword === 'maximum' ? `at most ${formatNumber(params['limit'])}` : undefined
}

/** The units that the limits of a schema count. */
const UNITS: Readonly<Record<string, string>> = {
  maxLength: 'characters',
  maxBytes: 'bytes',
  maxItems: 'entries',
}

/** Annotations that the schemas in `importFileSections` use for error messages. */
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
