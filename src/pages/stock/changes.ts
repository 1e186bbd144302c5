import { formatPrice } from '../../browser/format-values.ts'
import type { Entry } from './entries.ts'
import type { PriceTarget } from './price.ts'
import { type ChangeOutcome, type MenuCredentials, type Patch, sendPatch } from './send-patch.ts'
import { describeMorning, nextMorning, withOffset } from './until.ts'

/** A change of an item, with its message, and the change that undoes it. */
export interface Change {
  readonly entry: Entry
  /** The items that change. */
  readonly ids: readonly string[]
  readonly patch: Patch
  readonly text: string
  /** When the item comes back by itself. */
  readonly morning?: Date | undefined
  readonly undo?: Change
}

/** Returns the change that the switch of an item makes. @param morning when a sold-out item comes back by itself */
export function switchStock(entry: Entry, isInStock: boolean, morning: Date | undefined): Change {
  const out = sellOut(entry, morning)
  const patch = { inStock: true }
  const back = { entry, ids: out.ids, patch, text: `${entry.name} is in stock.` }
  return isInStock ? { ...out, undo: back } : { ...back, undo: out }
}

export function sellOutUntilMorning(entry: Entry): Change {
  return { ...sellOut(entry, nextMorning(new Date())), undo: sellOut(entry, undefined) }
}

export function changePrice({ entry, price: old }: PriceTarget, price: number): Change {
  const { pricedTogether: ids, name } = entry
  const to = (value: number | null) => ({
    entry,
    ids,
    patch: { price: value },
    text: value === null ? `${name} has no price now.` : `${name} costs ${formatPrice(value)} now.`,
  })
  return { ...to(price), undo: to(old) }
}

function sellOut(entry: Entry, morning: Date | undefined): Change {
  const until = morning ? ` until ${describeMorning(morning, new Date())}` : ''
  return {
    entry,
    ids: [entry.item.id],
    patch: { inStock: false, inStockAgainAt: morning ? withOffset(morning) : null },
    text: `${entry.name} is sold out${until}.`,
    morning,
  }
}

/** Sends a change of several items one after the other. If only a part of it succeeds, the outcome is `lost`. */
export async function sendChange(
  credentials: MenuCredentials,
  { ids, patch }: Change,
): Promise<ChangeOutcome> {
  for (const id of ids) {
    const outcome = await sendPatch(credentials, id, patch)
    if (outcome !== 'done') return id === ids[0] ? outcome : 'lost'
  }
  return 'done'
}

/** Returns the message about the outcome of a change. */
export function describeOutcome(outcome: ChangeOutcome, { entry: { name }, text }: Change): string {
  if (outcome === 'done') return text
  if (outcome === 'busy')
    return `${name} was not changed, because the service is busy. Try again in a moment.`
  if (outcome === 'lost') return `There was no answer. Check ${name}: it may have changed, or not.`
  if (outcome === 'gone') return `${name} is not on this menu any more.`
  return `${name} was not changed.`
}
