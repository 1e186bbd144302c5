import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatPrice } from '../../browser/format-values.ts'
import { Dialog } from '../parts/dialog.tsx'
import type { Entry } from './entries.ts'
import { describePrices, ownPriceOf, type PriceTarget } from './price.ts'
import { WritePrice } from './write-price.tsx'

interface PriceDialogProps {
  readonly entry: Entry
  readonly targets: readonly PriceTarget[]
  readonly onConfirm: (target: PriceTarget, price: number) => void
  readonly onClose: () => void
}

/** Asks for a new price: which one if there are several, then the price, and then whether it is right. */
export function PriceDialog({ entry, targets, onConfirm, onClose }: PriceDialogProps) {
  const [target, setTarget] = useState(targets[0] ?? ownPriceOf(entry))
  const [price, setPrice] = useState(target.price)
  const [isWritten, setWritten] = useState(false)
  return (
    <Dialog id="price-dialog" labelledBy="price-title" onClose={onClose}>
      <h2 id="price-title">{isWritten ? target.entry.name : entry.name}</h2>
      {isWritten && price !== null ? (
        <ConfirmPrice
          {...{ target, price }}
          onBack={() => setWritten(false)}
          onConfirm={() => {
            onClose()
            onConfirm(target, price)
          }}
        />
      ) : (
        <WritePrice
          {...{ targets, target, price }}
          onTarget={(next) => {
            setTarget(next)
            setPrice(next.price)
          }}
          onCancel={onClose}
          onNext={(next) => {
            setPrice(next)
            setWritten(true)
          }}
        />
      )}
    </Dialog>
  )
}

interface ConfirmPriceProps {
  readonly target: PriceTarget
  readonly price: number
  readonly onBack: () => void
  readonly onConfirm: () => void
}

function ConfirmPrice({ target, price, onBack, onConfirm }: ConfirmPriceProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => confirm.current?.focus(), [])
  return (
    <>
      <p id="price-change">
        {describePrices([target.price])} → {formatPrice(price)}
      </p>
      <div class="actions">
        <button type="button" onClick={onBack}>
          Back
        </button>
        <button ref={confirm} class="main" type="button" onClick={onConfirm}>
          Change price
        </button>
      </div>
    </>
  )
}
