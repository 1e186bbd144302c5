import { cloneTemplate, part, setText } from '../shared/elements.ts'
import type { Entry } from './entries.ts'

/** What the row of an item shows. */
export interface RowState {
  readonly inStock: boolean
  readonly isBusy: boolean
  /** Whether the item can be changed at all. */
  readonly canChange: boolean
  /** Empty if there is no button for it. */
  readonly price: string
  /** A few words below the name. */
  readonly note: string
  /** The words for the sizes and extras of the item; empty if there are none. */
  readonly choices: string
  readonly isOpen: boolean
  /** The words of the button that ends being sold out by itself; empty if there is no such button. */
  readonly until: string
}

/** What can be tapped in a row. */
export interface RowHandlers {
  readonly onSwitch: (entry: Entry) => void
  readonly onPrice: (entry: Entry) => void
  readonly onChoices: (entry: Entry) => void
  readonly onUntil: (entry: Entry) => void
}

export type StockRow = ReturnType<typeof createRow>

/** Creates the row of an item. Its buttons stay the same for as long as the item is shown. */
export function createRow(first: Entry, name: string, handlers: RowHandlers) {
  const row = cloneTemplate('item')
  const buttons = buttonsOf(row)
  let entry = first
  let isTappable = false
  row.dataset['id'] = entry.item.id
  setText(part(row, 'name'), name)
  // A button that is disabled would lose the keyboard focus, so buttons only say that they are.
  const tap = (handle: (entry: Entry) => void) => () => isTappable && handle(entry)
  buttons.switch.addEventListener('click', tap(handlers.onSwitch))
  buttons.price.addEventListener('click', tap(handlers.onPrice))
  buttons.until.addEventListener('click', tap(handlers.onUntil))
  buttons.choices.addEventListener('click', () => handlers.onChoices(entry))
  return { row, fill }

  function fill(next: Entry, state: RowState): void {
    entry = next
    isTappable = state.canChange && !state.isBusy
    row.classList.toggle('is-out', !state.inStock)
    row.ariaBusy = String(state.isBusy)
    for (const button of [buttons.switch, buttons.price, buttons.until])
      button.ariaDisabled = String(!isTappable)
    fillSwitch(buttons.switch, entry.name, state)
    fillPrice(buttons.price, entry.name, state)
    setText(part(row, 'note'), state.note)
    setOptional(buttons.until, state.until)
    setOptional(buttons.choices, state.choices)
    buttons.choices.ariaExpanded = String(state.isOpen)
  }
}

function buttonsOf(row: HTMLElement) {
  return {
    switch: part<HTMLButtonElement>(row, 'switch'),
    price: part<HTMLButtonElement>(row, 'price'),
    until: part<HTMLButtonElement>(row, 'until'),
    choices: part<HTMLButtonElement>(row, 'choices'),
  }
}

function fillSwitch(button: HTMLButtonElement, name: string, { inStock }: RowState): void {
  button.ariaChecked = String(inStock)
  button.ariaLabel = `${name}, in stock`
}

function fillPrice(button: HTMLButtonElement, name: string, { price }: RowState): void {
  setOptional(button, price)
  button.ariaLabel = `${price}, price of ${name}`
}

function setOptional(button: HTMLButtonElement, words: string): void {
  setText(button, words)
  button.hidden = words === ''
}
