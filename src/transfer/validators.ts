import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'
import { readTimestamp } from '../timestamps.ts'
import { documentParts, referencedSchemas } from './schema.ts'
import type { Member, Part } from './source.ts'

/** What is checked at once: a member of a part, without the nodes of its tree if it has one; or one such node. */
export type Validators = { readonly [P in Part]: ValidateFunction<Member<P>> } & {
  readonly groups: ValidateFunction
  readonly items: ValidateFunction
}
let compiled: Validators | undefined

/** Compiled when they are first needed: commands that read no document start without them. */
export function validators(): Validators {
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
  ajv.addFormat('text', isText)
  ajv.addFormat('id', (text: string) => text !== '' && isText(text))
  return {
    users: ajv.compile<Member<'users'>>(documentParts.users),
    devices: ajv.compile<Member<'devices'>>(documentParts.devices),
    menus: ajv.compile<Member<'menus'>>(withoutNodes(documentParts.menus)),
    apiKeys: ajv.compile<Member<'apiKeys'>>(documentParts.apiKeys),
    groups: ajv.compile(withoutNodes(referencedSchemas.groups)),
    items: ajv.compile(withoutNodes(referencedSchemas.items)),
  }
}

/**
 * A schema whose lists of groups and items may hold anything: each of them is checked by itself. To collect the
 * faults of a whole tree takes Ajv the square of their number.
 */
function withoutNodes({ $id, ...schema }: TSchema): object {
  const properties = Object.entries<TSchema>(schema['properties']).map(([name, property]) => {
    const { items, ...list } = property
    return [name, items?.['$ref'] === undefined ? property : list]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Not a pattern of what text may hold: on a very long text with emojis its match overflows the stack. */
function isText(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text)
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
