import type { Group, GroupsEnvelope, Item } from '#dist/menu/schema.js'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns whether a value is a response of `/v1/groups`, as far as a board reads it. The response of a
 * captive portal or a broken proxy must never replace a menu.
 */
export function isEnvelope(value: unknown): value is GroupsEnvelope {
  return isObject(value) && isListOf(value['groups'], isGroup)
}

function isGroup(value: unknown): value is Group {
  return hasNames(value) && isListOf(value['groups'], isGroup) && isListOf(value['items'], isItem)
}

function isItem(value: unknown): value is Item {
  return (
    hasNames(value) &&
    isNumberOrNull(value['price']) &&
    isNumberOrNull(value['calories']) &&
    typeof value['inStock'] === 'boolean' &&
    isListOf(value['items'], isItem)
  )
}

function hasNames(value: unknown): value is Fields {
  return (
    isObject(value) &&
    typeof value['name'] === 'string' &&
    (value['description'] === null || typeof value['description'] === 'string')
  )
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || typeof value === 'number'
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember)
}
