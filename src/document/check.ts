import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type Faults, showValue } from './faults.ts'
import { documentParts, referencedSchemas, type SignageDocument } from './schema.ts'
import { readTimestamp } from './timestamps.ts'

/** How many levels groups may nest in groups, and items in items. */
const MAX_NESTING = 256

/** A member of a document with its place in it. */
export interface Placed<Member> {
  readonly place: string
  readonly member: Member
}

/** The members of each part that are right in themselves. */
export type CheckedDocument = {
  readonly [Part in keyof SignageDocument]: readonly Placed<SignageDocument[Part][number]>[]
}

type Validators = {
  readonly [Part in keyof SignageDocument]: ValidateFunction<SignageDocument[Part][number]>
}
let compiled: Validators | undefined

/** Compiled when they are first needed: commands that read no document start without them. */
function validators(): Validators {
  compiled ??= compileValidators()
  return compiled
}

function compileValidators(): Validators {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    verbose: true,
    strict: false,
    strictNumbers: true,
    meta: false,
    validateSchema: false,
  })
  ajv.addFormat('timestamp', (text: string) => readTimestamp(text, 0) !== undefined)
  ajv.addFormat('time-zone', isTimeZone)
  for (const schema of referencedSchemas) ajv.addSchema(schema)
  return {
    users: ajv.compile<SignageDocument['users'][number]>(documentParts.users),
    devices: ajv.compile<SignageDocument['devices'][number]>(documentParts.devices),
    menus: ajv.compile<SignageDocument['menus'][number]>(documentParts.menus),
    apiKeys: ajv.compile<SignageDocument['apiKeys'][number]>(documentParts.apiKeys),
  }
}

/**
 * Checks the form of a document, and fills in defaults, in place.
 * @returns the members without a fault; what is wrong with the others is added to the faults
 */
export function checkForm(document: unknown, faults: Faults): CheckedDocument {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    faults.add('', `must be an object with users, devices, menus or apiKeys, got ${showValue(document)}`)
    return { users: [], devices: [], menus: [], apiKeys: [] }
  }
  const parts: Readonly<Record<string, unknown>> = { ...document }
  return {
    users: checkPart('users', parts['users'], validators().users, faults),
    devices: checkPart('devices', parts['devices'], validators().devices, faults),
    menus: checkPart('menus', parts['menus'], validators().menus, faults),
    apiKeys: checkPart('apiKeys', parts['apiKeys'], validators().apiKeys, faults),
  }
}

function checkPart<Member>(
  part: string,
  members: unknown = [],
  validate: ValidateFunction<Member>,
  faults: Faults,
): Placed<Member>[] {
  if (!Array.isArray(members)) {
    faults.add(`/${part}`, `must be an array, got ${showValue(members)}`)
    return []
  }
  return members.flatMap((member: unknown, index) => {
    const place = `/${part}/${index}`
    if (isTooDeep(member)) {
      faults.add(place, `must not nest deeper than ${MAX_NESTING} levels`)
      return []
    }
    if (validate(member)) return [{ place, member }]
    for (const error of validate.errors ?? []) faults.add(...describe(place, error))
    return []
  })
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

/** Level by level, not by recursion: the file of a hostile or broken program may nest as deep as it likes. */
function isTooDeep(member: unknown): boolean {
  const groups = descend(childrenOf(member, 'groups'), 'groups')
  if (groups === undefined) return true
  const items = groups.flatMap((group) => childrenOf(group, 'items'))
  return descend(items, 'items') === undefined
}

/** All nodes at and below these, or undefined if they nest too deep. */
function descend(nodes: unknown[], childrenKey: string): unknown[] | undefined {
  const found: unknown[] = []
  let level = nodes
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return undefined
    for (const node of level) found.push(node)
    level = level.flatMap((node) => childrenOf(node, childrenKey))
  }
  return found
}

function childrenOf(node: unknown, key: string): unknown[] {
  if (typeof node !== 'object' || node === null) return []
  const children: unknown = Object.getOwnPropertyDescriptor(node, key)?.value
  return Array.isArray(children) ? children : []
}

const knownTimeZones = new Map<string, boolean>()

function isTimeZone(name: string): boolean {
  let known = knownTimeZones.get(name)
  if (known === undefined) {
    known = /^[A-Za-z]/.test(name) && canFormatIn(name)
    knownTimeZones.set(name, known)
  }
  return known
}

function canFormatIn(timeZone: string): boolean {
  try {
    const { timeZone: found } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
    // Names are found whatever their case, but clients look for the right one.
    return found === timeZone || found.toLowerCase() !== timeZone.toLowerCase()
  } catch {
    return false
  }
}
