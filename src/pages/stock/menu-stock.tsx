import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { changePrice, sellOutUntilMorning, switchStock } from './changes.ts'
import type { Entry } from './entries.ts'
import { ItemList } from './item-list.tsx'
import type { Message } from './message-bar.tsx'
import { ownPriceOf, type PriceTarget, pricesOf } from './price.ts'
import { PriceDialog } from './price-dialog.tsx'
import { isOverridden, shownItem } from './state.ts'
import { type MenuStockOptions, useMenuStock } from './use-menu-stock.ts'

/** Words such as “tomorrow” are written again this often. */
const REDRAW_MS = 60_000

interface MenuStockProps extends MenuStockOptions {
  readonly message: Message | undefined
}

/** The items of a menu, with the controls that change them. */
export function MenuStock({ message, ...options }: MenuStockProps) {
  const { state, make, canChange, notice } = useMenuStock(options)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [justBack, setJustBack] = useState<string>()
  const [priced, setPriced] = useState<{ readonly entry: Entry; readonly targets: readonly PriceTarget[] }>()
  const now = useNow()
  useLayoutEffect(() => {
    if (message === undefined) setJustBack(undefined)
    // The message is wrong now, and its button would undo what somebody else did.
    else if (isOverridden(state, message.change)) options.onMessage(undefined)
  }, [message, state])

  function onSwitch(entry: Entry): void {
    const { inStock } = shownItem(state, entry.item)
    setJustBack(inStock ? undefined : entry.item.id)
    void make(switchStock(entry, inStock, state.returns.get(entry.item.id)))
  }

  function onPrice(entry: Entry): void {
    const targets = entry.parents.length > 0 ? [ownPriceOf(entry)] : pricesOf(entry)
    const asShown = (one: PriceTarget) => ({ ...one, price: shownItem(state, one.entry.item).price })
    setPriced({ entry, targets: targets.map(asShown) })
  }

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
      </search>
      <p class="notice" id="notice" role="alert">
        {notice}
      </p>
      <ItemList
        {...{ state, canChange, now, search, open, justBack, onSwitch, onChoices }}
        onUntil={(entry) => void make(sellOutUntilMorning(entry))}
        onPrice={onPrice}
      />
      {priced && (
        <PriceDialog
          {...priced}
          onConfirm={(target, price) => void make(changePrice(target, price))}
          onClose={() => setPriced(undefined)}
        />
      )}
    </>
  )
}

function useNow(): Date {
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), REDRAW_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date()
}
