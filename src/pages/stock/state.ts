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
   * The changes that were made on this page and that the stream may not have yet, in their order. They are shown at once. An
   * event of the stream that is older than a change must not undo it on the page.
   */
  readonly pending: readonly Pending[]
}

export const NO_MENU: StockState = { pending: [] }

/** An item as it is shown. */
interface ShownItem {
  readonly inStock: boolean
  readonly price: number | null
  /** Whether a change of it is on its way. */
  readonly isBusy: boolean
}

export function shownItem({ pending }: StockState, { id, inStock, price }: Item): ShownItem {
  const own = pending.filter(({ change }) => change.ids.includes(id))
  const patch: Change['patch'] = Object.assign({}, ...own.map(({ change }) => change.patch))
  const { inStock: isIn = inStock, price: newPrice = price } = patch
  return { inStock: isIn, price: newPrice, isBusy: own.some(({ isBusy }) => isBusy) }
}

/** The state after the menu has changed. */
export function withMenu(state: StockState, groups: readonly Group[]): StockState {
  return { ...state, groups: entryGroupsOf(groups) }
}

/** The state after a change was sent, or was made. */
export function withChange(state: StockState, change: Change, isBusy: boolean): StockState {
  const made = { change, isBusy }
  const isKnown = state.pending.some((one) => one.change === change)
  const others = state.pending.map((one) => (one.change === change ? made : one))
  return { ...state, pending: isKnown ? others : [...others, made] }
}

/** The state after a change was refused, or was made so long ago that the stream has it. */
export function withoutChange(state: StockState, change: Change): StockState {
  return { ...state, pending: state.pending.filter((one) => one.change !== change) }
}
