import { useEffect, useRef, useState } from 'preact/hooks'
import { decimalsOf, describePrices, type PriceTarget, parsePrice } from './price.ts'

const NOT_A_PRICE = 'Write a price such as 7.50 or 7,50.'
const SAME_PRICE = 'That is the price already.'

interface WritePriceProps {
  readonly targets: readonly PriceTarget[]
  readonly target: PriceTarget
  /** The first value of the field. */
  readonly price: number | null
  readonly onTarget: (target: PriceTarget) => void
  readonly onCancel: () => void
  readonly onNext: (price: number) => void
}

/** Asks which price to change, if there are several, and for the new one. */
export function WritePrice({ targets, target, price, onTarget, onCancel, onNext }: WritePriceProps) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState('')
  // After the dialog is shown, which gives the focus to its first control.
  useEffect(() => field.current?.focus(), [])

  function onSubmit(event: Event): void {
    event.preventDefault()
    const written = parsePrice(field.current?.value ?? '', target.price)
    const isNew = written !== undefined && written !== target.price
    if (isNew) onNext(written)
    else setError(written === undefined ? NOT_A_PRICE : SAME_PRICE)
    field.current?.focus()
  }

  return (
    <form novalidate onSubmit={onSubmit}>
      {targets.length > 1 && (
        <fieldset id="price-choices">
          <legend>Which price?</legend>
          <div id="price-list">
            {targets.map((one) => (
              <label class="price-choice" key={one.entry.item.id}>
                <input
                  type="radio"
                  name="target"
                  checked={one === target}
                  onChange={() => {
                    setError('')
                    onTarget(one)
                  }}
                />
                <span>{one.entry.item.name}</span>
                <span class="figure">{describePrices([one.price])}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <label for="price">New price</label>
      <input
        key={target.entry.item.id}
        ref={field}
        id="price"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        aria-describedby="price-error"
        defaultValue={price === null ? '' : price.toFixed(Math.max(2, decimalsOf(price)))}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p class="wrong" id="price-error" role="alert">
        {error}
      </p>
      <div class="actions">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button class="main" type="submit">
          Next
        </button>
      </div>
    </form>
  )
}
