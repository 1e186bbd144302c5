import { formatPrice } from '../../browser/format-values.ts'
import { type Failure, request } from '../../browser/request.ts'
import { MENU_API } from '../../browser/service.ts'
import type { Entry } from './entries.ts'
import { describeMorning, nextMorning } from './morning.ts'

/** The changed fields of an item. A patch without fields changes nothing. */
interface Patch {
  readonly inStock?: boolean
  readonly inStockAgainAt?: string | null
  readonly price?: number | null
}

/** A change of an item, with its message, and the change that undoes it, unless that would lose something. */
export interface Change {
  readonly entry: Entry
  /** The items that change. */
  readonly ids: readonly string[]
  readonly patch: Patch
  readonly text: string
  readonly undo?: Change
}

/** Switches an item between in stock and sold out. There is no Undo for “in stock”: it would lose a time of return that was set before. */
export function toggleStock(entry: Entry, wasInStock: boolean): Change {
  const out = sellOut(entry)
  const back = { ...out, patch: { inStock: true }, text: `${entry.name} is in stock.` }
  return wasInStock ? { ...out, undo: back } : back
}

/** Returns the change after which a sold-out item comes back by itself. */
export function sellOutUntilMorning(entry: Entry): Change {
  return sellOut(entry, nextMorning())
}

export function changePrice(entry: Entry, old: number | null, price: number): Change {
  const { pricedTogether: ids, name } = entry
  const to = (value: number | null) => ({
    entry,
    ids,
    patch: { price: value },
    text: value === null ? `${name} has no price now.` : `${name} costs ${formatPrice(value)} now.`,
  })
  return { ...to(price), undo: to(old) }
}

function sellOut(entry: Entry, morning?: Date): Change {
  const until = morning ? ` until ${describeMorning(morning)}` : ''
  return {
    entry,
    ids: [entry.item.id],
    patch: { inStock: false, inStockAgainAt: morning?.toISOString() ?? null },
    text: `${entry.name} is sold out${until}.`,
  }
}

/** A menu, and a key that may change it. */
interface MenuCredentials {
  readonly apiKey: string
  readonly menuId: string
}

/** Sends a change once, and never again: a repeated request could take effect when nobody expects it any more. */
export async function sendPatch(
  { apiKey, menuId }: MenuCredentials,
  itemId: string,
  patch: Patch,
): Promise<Failure | undefined> {
  const path = `/v1/items/${encodeURIComponent(itemId)}?menu=${encodeURIComponent(menuId)}`
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify(patch)
  const response = await request(MENU_API, path, apiKey, { method: 'PATCH', headers, body })
  return response.isOk ? undefined : response
}

export interface ChangeFailure extends Failure {
  /** Whether some items of the change have changed. */
  readonly isPartial: boolean
}

/** Sends a change of several items, one after the other, up to the first that fails. */
export async function sendChange(
  credentials: MenuCredentials,
  { ids, patch }: Change,
): Promise<ChangeFailure | undefined> {
  for (const id of ids) {
    const failure = await sendPatch(credentials, id, patch)
    if (failure) return { ...failure, isPartial: id !== ids[0] }
  }
  return undefined
}

export function describeFailedChange(failure: ChangeFailure, { entry: { name } }: Change): string {
  const { status, isPartial } = failure
  if (isPartial) return `${name} was changed only in part. Check the prices of its options.`
  if (status === 0) return `There was no answer. Check ${name}: it may have changed, or not.`
  if (status === 404) return `${name} is not on this menu any more.`
  if (status === 429 || status === 503)
    return `${name} was not changed, because the service is busy. Try again in a moment.`
  return `${name} was not changed.`
}
