import type { Item } from '../shared/menu/fields.ts'
import type { Patch } from './send.ts'

/** How long a change that was made is shown before the stream has it. After that, the stream is right. */
const LAG_MS = 3000

interface Pending {
  readonly patch: Patch
  readonly isOnItsWay: boolean
}

/** An item as it is shown. */
export interface ShownItem {
  readonly inStock: boolean
  readonly price: number | null
  /** Whether a change of it is on its way. */
  readonly isBusy: boolean
}

/**
 * The changes that were made on this page and that the stream does not have yet. They are shown at once, and an event that was
 * sent before such a change does not take it back.
 * @param onChange called when something has to be drawn again
 */
export function createPendingChanges(onChange: () => void) {
  const changes = new Map<string, Pending>()
  return { show, start, end, confirm, clear: () => changes.clear() }

  function show({ id, inStock, price }: Item): ShownItem {
    const { patch = {}, isOnItsWay = false } = changes.get(id) ?? {}
    const { inStock: isIn = inStock, price: newPrice = price } = patch
    return { inStock: isIn, price: newPrice, isBusy: isOnItsWay }
  }

  function start(ids: readonly string[], patch: Patch): void {
    for (const id of ids) changes.set(id, { patch, isOnItsWay: true })
    onChange()
  }

  function end(ids: readonly string[], isDone: boolean): void {
    for (const id of ids) {
      const ended = { patch: changes.get(id)?.patch ?? {}, isOnItsWay: false }
      if (isDone) changes.set(id, ended)
      else changes.delete(id)
      if (isDone) setTimeout(forget, LAG_MS, id, ended)
    }
    onChange()
  }

  function forget(id: string, ended: Pending): void {
    if (changes.get(id) !== ended) return
    changes.delete(id)
    onChange()
  }

  /** Forgets the changes that these items have. */
  function confirm(items: readonly Item[]): void {
    for (const { id, inStock, price } of items) {
      const { patch, isOnItsWay } = changes.get(id) ?? { patch: {}, isOnItsWay: true }
      const { inStock: isIn = inStock, price: newPrice = price } = patch
      if (!isOnItsWay && isIn === inStock && newPrice === price) changes.delete(id)
    }
  }
}
