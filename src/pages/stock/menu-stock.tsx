import { useState } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { changePrice, sellOutUntilMorning, switchStock } from './changes.ts'
import { type Entry, entriesOf } from './entries.ts'
import { ItemList } from './item-list.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { shownItem } from './state.ts'
import { type MenuStockOptions, useMenuStock } from './use-menu-stock.ts'

/** The items of a menu, with the controls that change them. */
export function MenuStock(options: MenuStockOptions) {
  const { state, make, canChange, notice } = useMenuStock(options)
  const [search, setSearch] = useState('')
  /** What was sold out when the list of it was opened. It stays in the list when it comes back, so that nothing moves. */
  const [only, setOnly] = useState<ReadonlySet<string>>()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [priced, setPriced] = useState<Entry>()
  const all = entriesOf(state.sections ?? [])
  const soldOut = all.filter(({ item }) => !shownItem(state, item).inStock)
  /** As the menu has it now: others may change its price while the dialog is open. */
  const current = priced && (all.find(({ item }) => item.id === priced.item.id) ?? priced)

  function onChoices({ item: { id } }: Entry): void {
    setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]))
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
          aria-pressed={only !== undefined}
          onClick={() => setOnly(only ? undefined : new Set(soldOut.map(({ item }) => item.id)))}
        >
          Sold out ({soldOut.length})
        </button>
      </search>
      <Notice text={notice} />
      <ItemList
        {...{ state, canChange, search, only, open, onChoices }}
        onSwitch={(entry) => void make(switchStock(entry, shownItem(state, entry.item).inStock))}
        onUntil={(entry) => void make(sellOutUntilMorning(entry))}
        onPrice={setPriced}
      />
      {current && (
        <PriceDialog
          name={current.name}
          old={shownItem(state, current.item).price}
          onConfirm={(price) => void make(changePrice(current, shownItem(state, current.item).price, price))}
          onClose={() => setPriced(undefined)}
        />
      )}
    </>
  )
}
