import { type FailureReason, reasonOfFailure } from '../../browser/failures.ts'
import { type GroupsEnvelope, isEnvelope } from '../../browser/menu/menu-fields.ts'
import { failureOf, isSendableKey } from '../../browser/request.ts'
import { type ApiInterface, DEVICE_API, MENU_API } from '../../browser/service.ts'
import type { BoardParameters } from '../shared/parameters.ts'

const TIMEOUT_MS = 20000

export type MenuResult =
  | { readonly kind: 'menu'; readonly body: GroupsEnvelope; readonly text: string }
  | FailureReason

/** Requests the menu. The key is in a header, as on the board, and never in an address. */
export function requestMenu(
  { query, key = '' }: BoardParameters,
  onResult: (result: MenuResult) => void,
): void {
  if (isSendableKey(key)) {
    const request = open('GET', MENU_API, `/v1/groups?${query}`, key)
    request.onloadend = () => onResult(resultOf(request))
    request.send()
  } else onResult({ kind: 'invalidKey' })
}

/** Sends a heartbeat of the device in the address. The response is ignored. */
export function sendHeartbeat({ device = '', key = '' }: BoardParameters): void {
  if (isSendableKey(key))
    open('POST', DEVICE_API, `/devices/${encodeURIComponent(device)}/heartbeats`, key).send()
}

/** Opens an XMLHttpRequest, because `fetch` waits forever in browsers without `AbortController`. */
function open(method: string, { basePath, headersFor }: ApiInterface, path: string, key: string) {
  const request = new XMLHttpRequest()
  request.open(method, basePath + path)
  request.timeout = TIMEOUT_MS
  const headers = headersFor(key)
  for (const name of Object.keys(headers)) request.setRequestHeader(name, headers[name] ?? '')
  return request
}

function resultOf(request: XMLHttpRequest): MenuResult {
  const { status, responseText: text } = request
  const body = parse(text)
  if (status === 200 && isEnvelope(body)) return { kind: 'menu', body, text }
  return reasonOfFailure(failureOf(status, (name) => request.getResponseHeader(name), body, MENU_API))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
