import type { Group, Item } from '../../browser/menu/menu-fields.ts'
import type { Change } from './changes.ts'
import { type EntryGroup, entryGroupsOf } from './entries.ts'

interface Pending {
  readonly change: Change
  readonly isBusy: boolean
}

/** A menu as this page shows it. */
export interface StockState {
  /** Undefined until the menu is there. */
  readonly groups?: readonly EntryGroup[]
  /**
   * The changes that were made on this page and that the stream may not have yet, by the ids of their items. They are shown at
   * once. An event of the stream that is older than the change must not undo it on the page.
   */
  readonly pending: ReadonlyMap<string, Pending>
}

export const NO_MENU: StockState = { pending: new Map() }

/** An item as it is shown. */
interface ShownItem {
  readonly inStock: boolean
  readonly price: number | null
  /** Whether a change of it is on its way. */
  readonly isBusy: boolean
}

export function shownItem({ pending }: StockState, { id, inStock, price }: Item): ShownItem {
  const { change, isBusy = false } = pending.get(id) ?? {}
  const { inStock: isIn = inStock, price: newPrice = price } = change?.patch ?? {}
  return { inStock: isIn, price: newPrice, isBusy }
}

/** The state after the menu has changed. */
export function withMenu(state: StockState, groups: readonly Group[]): StockState {
  return { ...state, groups: entryGroupsOf(groups) }
}

/** The state after a change was sent, or was made. */
export function withChange(state: StockState, change: Change, isBusy: boolean): StockState {
  const made = change.ids.map((id) => [id, { change, isBusy }] as const)
  return { ...state, pending: new Map([...state.pending, ...made]) }
}

/** The state after a change was refused, or was made so long ago that the stream has it. */
export function withoutChange(state: StockState, change: Change): StockState {
  const pending = new Map([...state.pending].filter(([, one]) => one.change !== change))
  return { ...state, pending }
}
