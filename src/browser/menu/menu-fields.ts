import { isObject } from '../../lib/json/json.ts'
import type { Item as Served } from '../../menu/schema.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isNumberOrNull = (value: unknown): value is number | null => value === null || typeof value === 'number'
const isTexts = (value: unknown): value is readonly string[] => isListOf(value, isText)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** A menu that a browser stored before an upgrade does not have the newer fields. */
const orMissing = <Type>(isValid: Check<Type>): Check<Type | undefined> => {
  return (value): value is Type | undefined => value === undefined || isValid(value)
}

/** The fields that pages may read. Only these are checked, so only these have a type. */
const GROUP_FIELDS = { id: isText, name: isText, description: isTextOrNull }
const ITEM_FIELDS = {
  ...GROUP_FIELDS,
  price: isNumberOrNull,
  calories: isNumberOrNull,
  inStock: isBoolean,
  tags: orMissing(isTexts),
} satisfies {
  [Name in Exclude<keyof Served, 'metadata' | 'items'>]: Check<Readonly<Served[Name]> | undefined>
}

type Check<Type> = (value: unknown) => value is Type
type Checks = Readonly<Record<string, (value: unknown) => boolean>>
type Checked<Fields extends Checks> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Check<infer Type> ? Type : never
}

export type Item = Checked<typeof ITEM_FIELDS> & { readonly items: readonly Item[] }
export type Group = Checked<typeof GROUP_FIELDS> & {
  readonly groups: readonly Group[]
  readonly items: readonly Item[]
}
export interface GroupsEnvelope {
  readonly groups: readonly Group[]
}

/**
 * Whether a value is a response of `/v1/groups`. The response of a captive portal or a broken proxy must never
 * replace a menu.
 */
export function isEnvelope(value: unknown): value is GroupsEnvelope {
  return isObject(value) && isListOf(value['groups'], isGroup)
}

function isGroup(value: unknown): boolean {
  return has(value, GROUP_FIELDS) && isListOf(value['groups'], isGroup) && isListOf(value['items'], isItem)
}

function isItem(value: unknown): boolean {
  return has(value, ITEM_FIELDS) && isListOf(value['items'], isItem)
}

function has(value: unknown, fields: Checks): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.keys(fields).every((name) => fields[name]?.(value[name]))
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember)
}
