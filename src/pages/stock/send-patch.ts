import { isRouteMissing, request } from '../../browser/request.ts'
import { MENUS } from '../../browser/service.ts'

/** The changed fields of an item. A patch without fields changes nothing. */
export interface Patch {
  readonly inStock?: boolean
  readonly inStockAgainAt?: string | null
  readonly price?: number | null
}

/** `off`: the service allows no changes. `gone`: there is no such item. `lost`: nobody knows whether it was changed. */
export type ChangeOutcome =
  | 'done'
  | 'busy'
  | 'forbidden'
  | 'gone'
  | 'invalid-key'
  | 'lost'
  | 'off'
  | 'refused'

const OUTCOMES: Readonly<Record<number, ChangeOutcome>> = {
  0: 'lost',
  401: 'invalid-key',
  403: 'forbidden',
  404: 'gone',
  429: 'busy',
  503: 'busy',
}

/** A menu, and a key that may change it. */
export interface MenuCredentials {
  readonly key: string
  readonly menuId: string
}

/** Sends a change once. It is not repeated, because nobody would notice a late change. */
export async function sendPatch(
  { key, menuId }: MenuCredentials,
  itemId: string,
  patch: Patch,
): Promise<ChangeOutcome> {
  const path = `/v1/items/${encodeURIComponent(itemId)}?menu=${encodeURIComponent(menuId)}`
  const headers = { 'Content-Type': 'application/json' }
  const answer = await request(MENUS, path, key, { method: 'PATCH', headers, body: JSON.stringify(patch) })
  if (answer.isOk) return 'done'
  return isRouteMissing(answer) ? 'off' : (OUTCOMES[answer.status] ?? 'refused')
}
