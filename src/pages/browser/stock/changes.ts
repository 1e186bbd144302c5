import { formatPrice } from '../shared/format.ts'
import type { Item } from '../shared/menu/fields.ts'
import { type Entry, type EntryGroup, entriesOf } from './entries.ts'
import type { Message } from './message-bar.ts'
import type { createPendingChanges } from './pending.ts'
import type { PriceTarget } from './price.ts'
import { type ChangeOutcome, type MenuCredentials, type Patch, sendPatch } from './send.ts'
import { describeMorning, nextMorning, withOffset } from './until.ts'

/** A change of an item, what is said about it, and the change that takes it back. */
interface Change {
  readonly entry: Entry
  /** The items that change. */
  readonly ids: readonly string[]
  readonly patch: Patch
  readonly text: string
  /** When the item comes back by itself. */
  readonly morning?: Date | undefined
  readonly undo?: Change
}

interface ChangesOptions {
  readonly pending: ReturnType<typeof createPendingChanges>
  /** When items come back by themselves. */
  readonly returns: Map<string, Date>
  readonly currentCredentials: () => MenuCredentials
  readonly say: (message: Message) => void
  /** Called if a change failed for a reason that concerns all items. */
  readonly onOutcome: (outcome: ChangeOutcome) => void
}

/** Makes the changes of this page. Each of them is sent once, and can be taken back for as long as its message is shown. */
export function createItemChanges({ pending, returns, currentCredentials, say, onOutcome }: ChangesOptions) {
  return { switchStock, sellOutUntilMorning, setPrice }

  function switchStock(entry: Entry): void {
    const { inStock } = pending.show(entry.item)
    const morning = returns.get(entry.item.id)
    const out = soldOut(entry, morning)
    const back = inStockAgain(entry)
    void make(inStock ? { ...out, undo: back } : { ...back, undo: out })
  }

  function sellOutUntilMorning(entry: Entry): void {
    void make({ ...soldOut(entry, nextMorning(new Date())), undo: soldOut(entry, undefined) })
  }

  function setPrice({ entry, price: old }: PriceTarget, price: number): void {
    const { pricedTogether: ids, name } = entry
    const text = (value: number) => `${name} costs ${formatPrice(value)} now.`
    const undo = {
      entry,
      ids,
      patch: { price: old },
      text: old === null ? `${name} has no price now.` : text(old),
    }
    void make({ entry, ids, patch: { price }, text: text(price), undo })
  }

  async function make(change: Change, credentials = currentCredentials()): Promise<void> {
    const { ids, patch, entry, morning, text } = change
    pending.start(ids, patch)
    const outcome = await sendAll(credentials, change)
    if (credentials.key !== currentCredentials().key) return
    if (outcome === 'done' && morning) returns.set(entry.item.id, morning)
    if (outcome === 'done' && !morning && patch.inStock !== undefined) returns.delete(entry.item.id)
    pending.end(ids, outcome === 'done')
    onOutcome(outcome)
    const isOutdated = (items: readonly Item[]) => hasOtherPrice(change, items)
    if (outcome === 'done')
      say({ itemId: entry.item.id, text, actions: actionsOf(change, credentials), isOutdated })
    else say({ itemId: entry.item.id, text: explain(outcome, entry.name), actions: [OK], isFailure: true })
  }

  /** Whether the price is neither the one before the change nor the one after it. The stream may not have the change yet. */
  function hasOtherPrice({ ids, patch, undo }: Change, items: readonly Item[]): boolean {
    if (patch.price === undefined) return false
    const prices = [patch.price, undo?.patch.price]
    return items.some((item) => ids.includes(item.id) && !prices.includes(pending.show(item).price))
  }

  function actionsOf(
    { entry, patch, morning, undo }: Change,
    credentials: MenuCredentials,
  ): Message['actions'] {
    if (undo === undefined) return []
    const now = new Date()
    const until = {
      words: `Until ${describeMorning(nextMorning(now), now)}`,
      run: () => sellOutUntilMorning(entry),
    }
    const isOut = patch.inStock === false && morning === undefined
    return [...(isOut ? [until] : []), { words: 'Undo', run: () => void make(undo, credentials) }]
  }
}

const OK = { words: 'OK', run: () => {} }

function soldOut(entry: Entry, morning: Date | undefined): Change {
  const until = morning ? ` until ${describeMorning(morning, new Date())}` : ''
  return {
    entry,
    ids: [entry.item.id],
    patch: { inStock: false, inStockAgainAt: morning ? withOffset(morning) : null },
    text: `${entry.name} is sold out${until}.`,
    morning,
  }
}

function inStockAgain(entry: Entry): Change {
  return { entry, ids: [entry.item.id], patch: { inStock: true }, text: `${entry.name} is in stock.` }
}

/** Sends a change of several items one after the other. If only a part is done, nobody should rely on either. */
async function sendAll(credentials: MenuCredentials, { ids, patch }: Change): Promise<ChangeOutcome> {
  for (const id of ids) {
    const outcome = await sendPatch(credentials, id, patch)
    if (outcome !== 'done') return id === ids[0] ? outcome : 'lost'
  }
  return 'done'
}

function explain(outcome: ChangeOutcome, name: string): string {
  if (outcome === 'busy')
    return `${name} was not changed, because the service is busy. Try again in a moment.`
  if (outcome === 'lost') return `There was no answer. Check ${name}: it may have changed, or not.`
  if (outcome === 'gone') return `${name} is not on this menu any more.`
  return `${name} was not changed.`
}

/** Forgets when items come back that are in stock, because somebody else was faster. */
export function forgetReturns(returns: Map<string, Date>, sections: readonly EntryGroup[]): void {
  for (const { item } of entriesOf(sections)) if (item.inStock) returns.delete(item.id)
}
