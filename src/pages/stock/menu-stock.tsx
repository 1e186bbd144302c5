import { useState } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { changePrice, sellOutUntilMorning, toggleStock } from './changes.ts'
import { type Entry, entriesOf } from './entries.ts'
import { ItemList } from './item-list.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { shownItem } from './state.ts'
import { type MenuStockOptions, useMenuStock } from './use-menu-stock.ts'

/** The items of a menu, with the controls that change them. */
export function MenuStock(options: MenuStockOptions) {
  const { state, applyChange, canChange, notice } = useMenuStock(options)
  const [search, setSearch] = useState('')
  /** The items that were sold out when their list was opened. An item that comes back stays in the list, so that nothing moves. */
  const [listedIds, setListedIds] = useState<ReadonlySet<string>>()
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set())
  const [itemBeingPriced, setItemBeingPriced] = useState<Entry>()
  const all = entriesOf(state.groups ?? [])
  const soldOut = all.filter(({ item }) => !shownItem(state, item).inStock)
  /** The item as the menu has it now: others may change its price while the dialog is open. */
  const current =
    itemBeingPriced && (all.find(({ item }) => item.id === itemBeingPriced.item.id) ?? itemBeingPriced)

  function onOptions({ item: { id } }: Entry): void {
    const others = [...expandedIds].filter((one) => one !== id)
    setExpandedIds(new Set(expandedIds.has(id) ? others : [...others, id]))
  }

  return (
    <>
      <search class="find">
        <input
          id="search"
          type="search"
          aria-label="Find an item"
          placeholder="Find an item"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
        />
        <button
          id="sold-out"
          type="button"
          aria-pressed={listedIds !== undefined}
          onClick={() => setListedIds(listedIds ? undefined : new Set(soldOut.map(({ item }) => item.id)))}
        >
          Sold out ({soldOut.length})
        </button>
      </search>
      <Notice text={notice} />
      <ItemList
        {...{ state, canChange, search, listedIds, expandedIds, onOptions }}
        onSwitch={(entry) => void applyChange(toggleStock(entry, shownItem(state, entry.item).inStock))}
        onUntil={(entry) => void applyChange(sellOutUntilMorning(entry))}
        onPrice={setItemBeingPriced}
      />
      {current && (
        <PriceDialog
          name={current.name}
          old={shownItem(state, current.item).price}
          onConfirm={(price) =>
            void applyChange(changePrice(current, shownItem(state, current.item).price, price))
          }
          onClose={() => setItemBeingPriced(undefined)}
        />
      )}
    </>
  )
}
