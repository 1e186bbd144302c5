import { isObject } from '../objects.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isNumberOrNull = (value: unknown): value is number | null => value === null || typeof value === 'number'
const isTextsOrMissing = (value: unknown): value is readonly string[] | undefined =>
  value === undefined || isListOf(value, isText)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/**
 * The fields that boards and the stock page read. Only these are checked, so only these have a type. A menu that a browser
 * stored before an upgrade does not have a new field: its check must accept `undefined`.
 */
const GROUP_FIELDS = { id: isText, name: isText, description: isTextOrNull }
const ITEM_FIELDS = {
  ...GROUP_FIELDS,
  price: isNumberOrNull,
  calories: isNumberOrNull,
  inStock: isBoolean,
  tags: isTextsOrMissing,
}

type Checks = Readonly<Record<string, (value: unknown) => boolean>>
type Checked<Fields extends Checks> = {
  readonly [Name in keyof Fields]: Fields[Name] extends (value: unknown) => value is infer Type ? Type : never
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
 * Returns whether a value is a response of `/v1/groups`. The response of a captive portal or a broken proxy must never
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
