import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { decimalsOf, describePrice, parseTypedPrice } from './price.ts'

interface PriceDialogProps {
  readonly name: string
  readonly old: number | null
  readonly onConfirm: (price: number) => void
  readonly onClose: () => void
}

/** Asks for a new price, and shows it beside the old one before it is changed. */
export function PriceDialog({ name, old, onConfirm, onClose }: PriceDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(old === null ? '' : old.toFixed(Math.max(2, decimalsOf(old))))
  const price = parseTypedPrice(text, old)
  // Selected only after the dialog is shown, because showing it gives the focus to its first control.
  useEffect(() => field.current?.select(), [])

  function onInput({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void {
    const isPrice = parseTypedPrice(currentTarget.value, old) !== undefined
    currentTarget.setCustomValidity(isPrice ? '' : 'Write a price such as 7.50 or 7,50.')
    setText(currentTarget.value)
  }

  function onSubmit(event: Event): void {
    event.preventDefault()
    onClose()
    if (price !== undefined && price !== old) onConfirm(price)
  }

  return (
    <Dialog id="price-dialog" labelledBy="price-title" onClose={onClose}>
      <h2 id="price-title">{name}</h2>
      <form onSubmit={onSubmit}>
        <label for="price">New price</label>
        <input
          ref={field}
          id="price"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          required
          aria-describedby="price-change"
          value={text}
          onInput={onInput}
        />
        <p id="price-change">
          {describePrice(old)} → {price === undefined ? '…' : describePrice(price)}
        </p>
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button class="main" type="submit">
            Change price
          </button>
        </div>
      </form>
    </Dialog>
  )
}
