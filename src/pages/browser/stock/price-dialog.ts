import { byId, cloneTemplate, part, setText } from '../shared/elements.ts'
import { formatPrice } from '../shared/format.ts'
import { decimalsOf, describePrices, type PriceTarget, parsePrice } from './price.ts'

const NOT_A_PRICE = 'Write a price such as 7.50 or 7,50.'
const SAME_PRICE = 'That is the price already.'

/**
 * Asks for a new price: which one if there are several, then the price, and then whether it is right.
 * @param onConfirm called with the price that was confirmed
 */
export function createPriceDialog(onConfirm: (target: PriceTarget, price: number) => void) {
  const dialog = byId('price-dialog', HTMLDialogElement)
  const form = byId('price-form', HTMLFormElement)
  const field = byId('price', HTMLInputElement)
  let title = ''
  let targets: readonly PriceTarget[] = []
  let confirmed: number | undefined

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (confirmed === undefined) check()
    else finish(confirmed)
  })
  byId('price-choices', HTMLElement).addEventListener('change', fillField)
  byId('price-back', HTMLButtonElement).addEventListener('click', () =>
    confirmed === undefined ? dialog.close() : showStep(undefined),
  )
  return { open }

  function open(name: string, prices: readonly PriceTarget[]): void {
    title = name
    targets = prices
    byId('price-choices', HTMLElement).hidden = prices.length < 2
    byId('price-list', HTMLElement).replaceChildren(...prices.map(createChoice))
    dialog.showModal()
    showStep(undefined)
    fillField()
  }

  function chosen(): PriceTarget | undefined {
    return targets[Number(new FormData(form).get('target') ?? 0)]
  }

  function fillField(): void {
    const { price = null } = chosen() ?? {}
    field.value = price === null ? '' : price.toFixed(Math.max(2, decimalsOf(price)))
    setText(byId('price-error', HTMLElement), '')
    field.select()
  }

  function check(): void {
    const { price: old = null } = chosen() ?? {}
    const price = parsePrice(field.value, old)
    const isNew = price !== undefined && price !== old
    const error = price === undefined ? NOT_A_PRICE : SAME_PRICE
    setText(byId('price-error', HTMLElement), isNew ? '' : error)
    if (isNew) showStep(price)
    else field.focus()
  }

  /** @param price the price to confirm; undefined while it is being written */
  function showStep(price: number | undefined): void {
    confirmed = price
    byId('price-write', HTMLElement).hidden = price !== undefined
    byId('price-confirm', HTMLElement).hidden = price === undefined
    setText(byId('price-next', HTMLElement), price === undefined ? 'Next' : 'Change price')
    setText(byId('price-back', HTMLElement), price === undefined ? 'Cancel' : 'Back')
    setText(byId('price-title', HTMLElement), price === undefined ? title : (chosen()?.entry.name ?? ''))
    if (price !== undefined) showConfirmation(price)
    else field.focus()
  }

  function showConfirmation(price: number): void {
    const { price: old = null } = chosen() ?? {}
    setText(byId('price-change', HTMLElement), `${describePrices([old])} → ${formatPrice(price)}`)
    byId('price-next', HTMLElement).focus()
  }

  function finish(price: number): void {
    const target = chosen()
    dialog.close()
    if (target) onConfirm(target, price)
  }
}

function createChoice({ entry, price }: PriceTarget, index: number): HTMLElement {
  const choice = cloneTemplate('price-choice')
  setText(part(choice, 'name'), entry.item.name)
  setText(part(choice, 'price'), describePrices([price]))
  const input = part<HTMLInputElement>(choice, 'input')
  input.value = `${index}`
  input.checked = index === 0
  return choice
}
