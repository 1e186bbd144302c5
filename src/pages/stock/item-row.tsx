import type { Entry } from './entries.ts'
import { describeMorning, nextMorning } from './morning.ts'
import { type StockState, shownItem } from './state.ts'

/** The properties that all rows share. */
export interface SharedRowProps {
  readonly state: StockState
  /** Whether items can be changed at all. */
  readonly canChange: boolean
  readonly onSwitch: (entry: Entry) => void
  readonly onSellOutUntilMorning: (entry: Entry) => void
  readonly onEditPrice: (entry: Entry) => void
  readonly onToggleOptions: (entry: Entry) => void
}

interface ItemRowProps extends SharedRowProps {
  readonly entry: Entry
  readonly name: string
  /** How deep an option is below its item. */
  readonly level: number
  /** Without a price, there is no button for it. */
  readonly price: string | undefined
  /** The words for the options of the item, if it has some. */
  readonly options: string | undefined
  readonly areOptionsOpen: boolean
  /** Whether there is a button that makes a sold-out item come back by itself. */
  readonly hasMorningButton: boolean
}

/** An item, with the controls that change it. */
export function ItemRow(props: ItemRowProps) {
  const { state, canChange, entry, name, level, price, options } = props
  const { inStock, isBusy } = shownItem(state, entry.item)
  const isTappable = canChange && !isBusy
  // A disabled button would lose the keyboard focus, so buttons are only marked as disabled.
  const tappable = (onTap: (entry: Entry) => void) => ({
    type: 'button' as const,
    'aria-disabled': !isTappable,
    onClick: () => isTappable && onTap(entry),
  })
  return (
    <li
      class={inStock ? 'item' : 'item is-out'}
      data-id={entry.item.id}
      data-level={level}
      aria-busy={isBusy}
    >
      <div class="what">
        <p class="name">{name}</p>
        {!inStock && <p class="note">Sold out</p>}
      </div>
      <div class="controls">
        {props.hasMorningButton && !inStock && (
          <button class="until" {...tappable(props.onSellOutUntilMorning)}>
            Until {describeMorning(nextMorning())}
          </button>
        )}
        {price !== undefined && (
          <button
            class="price"
            aria-label={`${price}, price of ${entry.name}`}
            {...tappable(props.onEditPrice)}
          >
            {price}
          </button>
        )}
        <button
          class="switch"
          role="switch"
          aria-checked={inStock}
          aria-label={`${entry.name}, in stock`}
          {...tappable(props.onSwitch)}
        >
          <span class="track" />
        </button>
      </div>
      {options && (
        <button
          class="options"
          type="button"
          aria-expanded={props.areOptionsOpen}
          onClick={() => props.onToggleOptions(entry)}
        >
          {options}
        </button>
      )}
    </li>
  )
}
