import type { TSchema } from '@sinclair/typebox'
import type { Ajv, ValidateFunction } from 'ajv'
import { isStorable } from '../storage/database.ts'
import { readTimestamp } from '../timestamps.ts'
import { importFileSections, referencedSchemas } from './schema.ts'
import type { Member, Section } from './source.ts'

/** Validators for the members of each section, without the tree of a menu; and for one group or item. */
export type Validators = { readonly [S in Section]: ValidateFunction<Member<S>> } & {
  readonly groups: ValidateFunction
  readonly items: ValidateFunction
}
let compiled: Validators | undefined

/** Loads Ajv and compiles the validators, on first use: the other commands start faster without Ajv. */
export async function loadValidators(): Promise<Validators> {
  compiled ??= compileValidators(await createAjv({ allErrors: true }))
  return compiled
}

/** Creates a validator of the schemas of import files. It converts nothing, and fills in defaults in place. */
export async function createAjv({ allErrors }: { allErrors: boolean }): Promise<Ajv> {
  const { Ajv } = await import('ajv')
  const ajv = new Ajv({
    allErrors,
    useDefaults: true,
    verbose: true,
    strict: false,
    strictNumbers: true,
    meta: false,
    validateSchema: false,
    formats: {
      timestamp: (text: string) => readTimestamp(text, 0) !== undefined,
      'time-zone': isTimeZone,
      text: isStorable,
      id: (text: string) => text !== '' && isStorable(text),
    },
  })
  const validate = (limit: number, text: string) => Buffer.byteLength(text) <= limit
  ajv.addKeyword({ keyword: 'maxBytes', type: 'string', validate, errors: false })
  return ajv
}

export function compileValidators(ajv: Ajv): Validators {
  return {
    users: ajv.compile<Member<'users'>>(importFileSections.users),
    devices: ajv.compile<Member<'devices'>>(importFileSections.devices),
    menus: ajv.compile<Member<'menus'>>(withoutNodes(importFileSections.menus)),
    apiKeys: ajv.compile<Member<'apiKeys'>>(importFileSections.apiKeys),
    groups: ajv.compile(withoutNodes(referencedSchemas.groups)),
    items: ajv.compile(withoutNodes(referencedSchemas.items)),
  }
}

/**
 * A schema whose lists of groups and items may contain anything, since each node is validated separately. To
 * validate a whole tree at once, Ajv needs time quadratic in the number of errors.
 */
function withoutNodes({ $id, ...schema }: TSchema): object {
  const properties = Object.entries<TSchema>(schema['properties']).map(([name, property]) => {
    const { items, ...list } = property
    return [name, items?.['$ref'] === undefined ? property : list]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Only valid names are cached: there is no limit to the others. */
const knownTimeZones = new Set<string>()

function isTimeZone(timeZone: string): boolean {
  if (knownTimeZones.has(timeZone)) return true
  if (!/^[A-Za-z]/.test(timeZone)) return false
  try {
    const { timeZone: found } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions()
    // Intl accepts names in any case, but clients need the exact spelling.
    if (found !== timeZone && found.toLowerCase() === timeZone.toLowerCase()) return false
  } catch {
    return false
  }
  knownTimeZones.add(timeZone)
  return true
}
