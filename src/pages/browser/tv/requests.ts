import type { GroupsEnvelope } from '../shared/menu/fields.ts'
import type { Parameters } from './parameters.ts'

var TIMEOUT_MS = 20000

/** What came of a request for the menu. */
export type MenuResult =
  | { readonly kind: 'menu'; readonly body: GroupsEnvelope; readonly text: string }
  /** The service rejected the key. */
  | { readonly kind: 'rejected' }
  /** The response is of no use: the service, or the network before it, does not work as it should. */
  | { readonly kind: 'unavailable' }

/** Requests the menu. The key is in a header, as on the board, and never in an address. */
export function requestMenu(parameters: Parameters, onAnswer: (answer: MenuResult) => void): void {
  if (!isKey(parameters.key)) {
    onAnswer({ kind: 'rejected' })
    return
  }
  var request = open('GET', basePath('menu') + '/v1/groups?' + parameters.query)
  request.setRequestHeader('X-API-Key', parameters.key)
  request.onloadend = function () {
    onAnswer(answerOf(request))
  }
  request.send()
}

/** Reports the device in the address as running. Nothing depends on the response. */
export function reportDevice(parameters: Parameters): void {
  if (!isKey(parameters.key)) return
  var path = '/devices/' + encodeURIComponent(parameters.device) + '/heartbeats'
  var request = open('POST', basePath('device') + path)
  request.setRequestHeader('Authorization', 'Bearer ' + parameters.key)
  request.send()
}

/** A text that no header can contain is not a key, and setting the header would throw. */
function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

function open(method: string, url: string): XMLHttpRequest {
  var request = new XMLHttpRequest()
  request.open(method, url)
  request.timeout = TIMEOUT_MS
  return request
}

function basePath(name: string): string {
  var meta = document.querySelector('meta[name="' + name + '-base-path"]')
  return meta === null ? '' : meta.getAttribute('content') || ''
}

function answerOf(request: XMLHttpRequest): MenuResult {
  // A proxy that requires a login asks for another scheme.
  var scheme = request.getResponseHeader('WWW-Authenticate') || 'ApiKey'
  if (request.status === 401 && /^ApiKey\b/i.test(scheme)) return { kind: 'rejected' }
  var content = request.status === 200 ? parse(request.responseText) : undefined
  return isMenu(content)
    ? { kind: 'menu', body: content, text: request.responseText }
    : { kind: 'unavailable' }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (_) {
    return undefined
  }
}

/** The login page of a network must never replace a menu. */
function isMenu(value: unknown): value is GroupsEnvelope {
  return has(value, 'groups') && isListOf(value.groups, isGroup)
}

function isGroup(value: unknown): boolean {
  return (
    isNamed(value) &&
    has(value, 'groups') &&
    has(value, 'items') &&
    isListOf(value.groups, isGroup) &&
    isListOf(value.items, isItem)
  )
}

function isItem(value: unknown): boolean {
  return isNamed(value) && has(value, 'items') && has(value, 'price') && isListOf(value.items, isItem)
}

function isNamed(value: unknown): boolean {
  return has(value, 'name') && typeof value.name === 'string'
}

function has<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && name in value
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isMember)
}
