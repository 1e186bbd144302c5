import { SECOND_MS, timeoutSignal } from '../shared/feed/delays.ts'
import { menuBasePath } from '../shared/service.ts'

const TIMEOUT_MS = 10 * SECOND_MS

/** What is changed about an item. A patch without fields changes nothing. */
export interface Patch {
  readonly inStock?: boolean
  readonly inStockAgainAt?: string | null
  readonly price?: number | null
}

/** `off`: the service allows no changes. `gone`: there is no such item. `lost`: nobody knows whether it was changed. */
export type Outcome = 'done' | 'busy' | 'forbidden' | 'gone' | 'invalid-key' | 'lost' | 'off' | 'refused'

const OUTCOMES: Readonly<Record<number, Outcome>> = {
  401: 'invalid-key',
  403: 'forbidden',
  429: 'busy',
  503: 'busy',
}

/** Sends a change once. It is never repeated, because nobody would notice. */
export async function sendPatch(key: string, itemId: string, patch: Patch): Promise<Outcome> {
  try {
    const response = await fetch(`${menuBasePath}/v1/items/${encodeURIComponent(itemId)}`, {
      method: 'PATCH',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(patch),
      signal: timeoutSignal(TIMEOUT_MS),
    })
    return OUTCOMES[response.status] ?? (await outcomeOf(response))
  } catch {
    return 'lost'
  }
}

/** The response of anything else but the service, such as the login page of a network, is not JSON and throws. */
async function outcomeOf(response: Response): Promise<Outcome> {
  const { message } = (await response.json()) as { readonly message?: unknown }
  if (response.ok) return 'done'
  if (response.status !== 404) return 'refused'
  return message === 'Not found' ? 'off' : 'gone'
}
