import type { Refused } from './ask.ts'
import { byId } from './elements.ts'
import { currentKey, forgetKey, keepKey } from './key.ts'

interface Doors {
  /** Called when there is a key: shows what it may read. */
  readonly open: (key: string) => void
  /** Called when the key is gone: shows nothing any more. */
  readonly close: () => void
}

/**
 * Shows the form for a key while there is none, and the page while there is one.
 * @returns rejects the key and shows the reason
 */
export function attachKeyBox({ open, close }: Doors): (refusal: Refused) => void {
  const box = byId('key-box', HTMLFormElement)
  const field = byId('key', HTMLInputElement)
  const forget = byId('forget', HTMLButtonElement)
  const fault = byId('key-fault', HTMLElement)

  box.addEventListener('submit', (event) => {
    event.preventDefault()
    enter(field.value.trim())
  })
  forget.addEventListener('click', () => {
    forgetKey()
    leave('')
  })
  addEventListener('hashchange', () => enter(currentKey()))
  show(currentKey())
  return turnAway

  function enter(key: string): void {
    if (key === '') return
    keepKey(key)
    close()
    show(key)
  }

  /** A valid key stays in the tab, for the other pages. */
  function turnAway({ message, isKeyValid }: Refused): void {
    if (!isKeyValid) forgetKey()
    leave(message)
    forget.hidden = !isKeyValid
  }

  function leave(why: string): void {
    close()
    show('')
    fault.textContent = why
    field.focus()
  }

  function show(key: string): void {
    const hasKey = key !== ''
    box.hidden = hasKey
    forget.hidden = !hasKey
    byId('content', HTMLElement).hidden = !hasKey
    field.value = ''
    fault.textContent = ''
    if (hasKey) open(key)
  }
}
