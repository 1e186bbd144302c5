import { useState } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { changePrice, sellOutUntilMorning, toggleStock } from './changes.ts'
import { type Entry, entriesOf } from './entries.ts'
import { ItemList } from './item-list.tsx'
import { MessageBar } from './message-bar.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { shownItem } from './state.ts'
import { useMenuStock } from './use-menu-stock.ts'

/** The items of a menu, with the controls that change them, and the message about the last change. */
export function MenuStock({ menuId }: { readonly menuId: string }) {
  const { state, applyChange, canChange, notice, message, clearMessage } = useMenuStock(menuId)
  const [search, setSearch] = useState('')
  /** The items that were sold out when their list was opened. An item that comes back stays in the list, so that nothing moves. */
  const [listedIds, setListedIds] = useState<ReadonlySet<string>>()
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set())
  const [editedEntry, setEditedEntry] = useState<Entry>()
  const all = entriesOf(state.groups ?? [])
  const soldOut = all.filter(({ item }) => !shownItem(state, item).inStock)
  /** The entry as the menu has it now: others may change its price while the dialog is open. */
  const current = editedEntry && (all.find(({ item }) => item.id === editedEntry.item.id) ?? editedEntry)

  function onToggleOptions({ item: { id } }: Entry): void {
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
        {...{ state, canChange, search, listedIds, expandedIds, onToggleOptions }}
        onSwitch={(entry) => void applyChange(toggleStock(entry, shownItem(state, entry.item).inStock))}
        onSellOutUntilMorning={(entry) => void applyChange(sellOutUntilMorning(entry))}
        onEditPrice={setEditedEntry}
      />
      <div role="status">
        {message && (
          <MessageBar key={message.id} message={message} onChange={applyChange} onEnd={clearMessage} />
        )}
      </div>
      {current && (
        <PriceDialog
          name={current.name}
          old={shownItem(state, current.item).price}
          onConfirm={(price) =>
            void applyChange(changePrice(current, shownItem(state, current.item).price, price))
          }
          onClose={() => setEditedEntry(undefined)}
        />
      )}
    </>
  )
}
