import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import type { Change } from './changes.ts'
import { type EntryGroup, entriesOf, entryGroupsOf } from './entries.ts'

/** A change that the stream does not have yet. */
interface Pending {
  readonly change: Change
  readonly isOnItsWay: boolean
}

/** A menu as this page shows it. */
export interface StockState {
  /** Undefined until the menu is there. */
  readonly sections?: readonly EntryGroup[]
  /**
   * The changes that were made on this page and that the stream does not have yet, by the ids of their items. They are shown at
   * once, and an event that was sent before such a change does not take it back.
   */
  readonly pending: ReadonlyMap<string, Pending>
  /** When items come back by themselves, as far as this page knows. */
  readonly returns: ReadonlyMap<string, Date>
}

export const NO_MENU: StockState = { pending: new Map(), returns: new Map() }

/** An item as it is shown. */
interface ShownItem {
  readonly inStock: boolean
  readonly price: number | null
  /** Whether a change of it is on its way. */
  readonly isBusy: boolean
}

export function shownItem({ pending }: StockState, { id, inStock, price }: Item): ShownItem {
  const { change, isOnItsWay = false } = pending.get(id) ?? {}
  const { inStock: isIn = inStock, price: newPrice = price } = change?.patch ?? {}
  return { inStock: isIn, price: newPrice, isBusy: isOnItsWay }
}

/** The menu has changed. */
export function withMenu(state: StockState, groups: readonly Group[]): StockState {
  const sections = entryGroupsOf(groups)
  // Another user may have put the item back in stock earlier.
  const inStock = new Set(itemsOf({ sections }).flatMap(({ id, inStock: isIn }) => (isIn ? id : [])))
  const returns = new Map([...state.returns].filter(([id]) => !inStock.has(id)))
  return withoutConfirmed({ ...state, sections, returns })
}

/** A change is on its way. */
export function withChange(state: StockState, change: Change): StockState {
  return { ...state, pending: withPending(state, { change, isOnItsWay: true }) }
}

/** The service has made a change. */
export function withChangeMade(state: StockState, change: Change): StockState {
  const { entry, morning, patch } = change
  const returns = new Map(state.returns)
  if (morning) returns.set(entry.item.id, morning)
  else if (patch.inStock !== undefined) returns.delete(entry.item.id)
  return withoutConfirmed({ ...state, returns, pending: withPending(state, { change, isOnItsWay: false }) })
}

/** A change was not made, or was made so long ago that the stream is right. */
export function withoutChange(state: StockState, change: Change): StockState {
  const pending = new Map([...state.pending].filter(([, one]) => one.change !== change))
  return { ...state, pending }
}

/** Returns whether a price is neither the one before a change nor the one after it. The stream may not have the change yet. */
export function isOverridden(state: StockState, { ids, patch, undo }: Change): boolean {
  if (patch.price === undefined) return false
  const prices = [patch.price, undo?.patch.price]
  return itemsOf(state).some(
    (item) => ids.includes(item.id) && !prices.includes(shownItem(state, item).price),
  )
}

function withPending({ pending }: StockState, made: Pending): StockState['pending'] {
  return new Map([...pending, ...made.change.ids.map((id) => [id, made] as const)])
}

/** Removes the pending changes that the menu contains. */
function withoutConfirmed(state: StockState): StockState {
  const pending = new Map(state.pending)
  for (const { id, inStock, price } of itemsOf(state)) {
    const { change, isOnItsWay = true } = pending.get(id) ?? {}
    const { inStock: isIn = inStock, price: newPrice = price } = change?.patch ?? {}
    if (!isOnItsWay && isIn === inStock && newPrice === price) pending.delete(id)
  }
  return { ...state, pending }
}

function itemsOf({ sections = [] }: Pick<StockState, 'sections'>): Item[] {
  return entriesOf(sections).map(({ item }) => item)
}
