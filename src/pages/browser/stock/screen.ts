import { byId, scrollUpTo } from '../shared/elements.ts'
import type { GroupsEnvelope } from '../shared/menu/fields.ts'
import { listBlocksOf } from './blocks.ts'
import { createItemChanges, forgetReturns } from './changes.ts'
import { type Entry, type EntryGroup, entriesOf, entryGroupsOf } from './entries.ts'
import { createItemList } from './item-list.ts'
import { createMessageBar } from './message-bar.ts'
import { createPendingChanges } from './pending.ts'
import { ownPriceOf, pricesOf } from './price.ts'
import { createPriceDialog } from './price-dialog.ts'
import type { ChangeOutcome, MenuCredentials } from './send.ts'

/** Words such as “tomorrow” are written again this often. */
const REDRAW_MS = 60_000

/**
 * The items of a menu, and what can be done with them.
 * @param onOutcome called after each change, with what came of it
 */
export function createScreen(
  currentCredentials: () => MenuCredentials,
  onOutcome: (outcome: ChangeOutcome) => void,
) {
  const search = byId('search', HTMLInputElement)
  const open = new Set<string>()
  const returns = new Map<string, Date>()
  const pending = createPendingChanges(draw)
  const bar = createMessageBar(onMessageEnd)
  const changes = createItemChanges({
    pending,
    returns,
    currentCredentials,
    say: bar.show,
    onOutcome: onChanged,
  })
  const prices = createPriceDialog(changes.setPrice)
  const list = createItemList({ onSwitch, onPrice, onChoices, onUntil: changes.sellOutUntilMorning })
  let sections: readonly EntryGroup[] | undefined
  let justBack: string | undefined
  let canChange = false
  search.addEventListener('input', onSearch)
  setInterval(draw, REDRAW_MS)
  return { show, firstItem: () => entriesOf(sections ?? [])[0]?.item.id, allowChanges, clear }

  function show({ groups }: GroupsEnvelope): void {
    sections = entryGroupsOf(groups)
    pending.confirm(entriesOf(sections).map(({ item }) => item))
    forgetReturns(returns, sections)
    draw()
  }

  function allowChanges(isAllowed: boolean): void {
    canChange = isAllowed
    draw()
  }

  function clear(): void {
    sections = undefined
    search.value = ''
    open.clear()
    returns.clear()
    pending.clear()
    bar.hide()
    list.show([])
  }

  function draw(): void {
    if (sections === undefined) return
    const { show } = pending
    bar.hideOutdated(entriesOf(sections).map(({ item }) => item))
    const now = new Date()
    const text = search.value.trim()
    list.show(listBlocksOf({ sections, search: text, canChange, open, justBack, returns, show, now }))
  }

  function onSwitch(entry: Entry): void {
    justBack = pending.show(entry.item).inStock ? undefined : entry.item.id
    changes.switchStock(entry)
  }

  function onPrice(entry: Entry): void {
    const targets = entry.parents.length > 0 ? [ownPriceOf(entry)] : pricesOf(entry)
    const shown = targets.map((target) => ({ ...target, price: pending.show(target.entry.item).price }))
    prices.open(entry.name, shown)
  }

  function onChoices({ item }: Entry): void {
    if (!open.delete(item.id)) open.add(item.id)
    draw()
  }

  function onChanged(outcome: ChangeOutcome): void {
    if (sections) pending.confirm(entriesOf(sections).map(({ item }) => item))
    onOutcome(outcome)
  }

  function onMessageEnd(itemId: string, hadFocus: boolean): void {
    justBack = undefined
    draw()
    if (hadFocus) list.focus(itemId)
  }

  function onSearch(): void {
    draw()
    scrollUpTo(byId('items', HTMLElement))
  }
}
