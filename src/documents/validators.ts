import type { TSchema } from '@sinclair/typebox'
import type { Ajv, SchemaValidateFunction, ValidateFunction } from 'ajv'
import { normalText } from '../lib/text/normal-text.ts'
import { isTimeZone } from '../lib/time/time-zone.ts'
import { readInstant, readTimestamp } from '../lib/time/timestamps.ts'
import { isStorable } from '../storage/database.ts'
import { importFileSections, referencedSchemas } from './schema.ts'
import type { Section, SectionMember } from './source.ts'

/** Validators for the members of each section, without the tree of a menu; and for one group or item. */
export type Validators = { readonly [S in Section]: ValidateFunction<SectionMember<S>> } & {
  readonly groups: ValidateFunction
  readonly items: ValidateFunction
}
const loaded = new Map<boolean, Promise<Validators>>()

/** Loads Ajv and compiles the validators, on first use: the other commands start faster without Ajv. */
export function loadValidators({ allErrors }: { allErrors: boolean }): Promise<Validators> {
  const validators = loaded.get(allErrors) ?? createAjv({ allErrors }).then(compileValidators)
  loaded.set(allErrors, validators)
  return validators
}

/** Creates a validator of the schemas of import files. It changes values in place: it normalises texts and fills in defaults. */
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
      date: isDate,
      'time-zone': isTimeZone,
      text: isStorable,
      id: (text: string) => text !== '' && isStorable(text),
    },
  })
  ajv.addKeyword({
    keyword: 'normalText',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    validate: normalize,
    errors: false,
  })
  ajv.addKeyword({ keyword: 'maxBytes', type: 'string', validate: hasAtMostBytes, errors: false })
  ajv.addKeyword({ keyword: 'differIn', type: 'array', validate: differIn, errors: false })
  return ajv
}

function isDate(text: string): boolean {
  return readInstant(`${text}T00:00:00Z`) !== undefined
}

/** Replaces a text by the normalised form that is stored. */
const normalize: SchemaValidateFunction = (_, text: string, __, place) => {
  if (place) place.parentData[place.parentDataProperty] = normalText(text)
  return true
}

function hasAtMostBytes(limit: number, text: string): boolean {
  return Buffer.byteLength(text) <= limit
}

/** Whether no two members of a list have the same value in a field. A missing field is reported as another error. */
function differIn(field: string, members: readonly unknown[]): boolean {
  const values = members.map((member) => Object(member)[field]).filter((value) => value !== undefined)
  return new Set(values).size === values.length
}

function compileValidators(ajv: Ajv): Validators {
  return {
    users: ajv.compile<SectionMember<'users'>>(importFileSections.users),
    sites: ajv.compile<SectionMember<'sites'>>(importFileSections.sites),
    devices: ajv.compile<SectionMember<'devices'>>(importFileSections.devices),
    menus: ajv.compile<SectionMember<'menus'>>(withoutNodes(importFileSections.menus)),
    apiKeys: ajv.compile<SectionMember<'apiKeys'>>(importFileSections.apiKeys),
    groups: ajv.compile(withoutNodes(referencedSchemas.groups)),
    items: ajv.compile(withoutNodes(referencedSchemas.items)),
  }
}

/**
 * A schema whose lists of groups and items may contain anything. Each node is validated separately, because the time of Ajv
 * grows with the square of the number of errors.
 */
function withoutNodes({ $id, ...schema }: TSchema): object {
  const properties = Object.entries<TSchema>(schema['properties']).map(([name, property]) => {
    const { items, ...list } = property
    return [name, items?.['$ref'] === undefined ? property : list]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}
