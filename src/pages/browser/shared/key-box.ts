import { byId } from './elements.ts'
import { currentKey, forgetKey, storeKey } from './key.ts'
import type { RejectedError } from './request.ts'

interface KeyHandlers {
  /** Called when there is a key. Shows what it may read. */
  readonly open: (key: string) => void
  /** Called when there is no key any more. Removes what was shown. */
  readonly close: () => void
}

/**
 * Shows the form for a key while there is none, and the page while there is one.
 * @returns shows the form again, with the reason why the key was rejected
 */
export function attachKeyBox({ open, close }: KeyHandlers): (error: RejectedError) => void {
  const box = byId('key-box', HTMLFormElement)
  const field = byId('key', HTMLInputElement)
  const forgetButton = byId('forget', HTMLButtonElement)
  const errorText = byId('key-error', HTMLElement)

  box.addEventListener('submit', (event) => {
    event.preventDefault()
    useKey(field.value.trim())
  })
  forgetButton.addEventListener('click', () => {
    forgetKey()
    askForKey('')
  })
  addEventListener('hashchange', () => useKey(currentKey()))
  show(currentKey())
  return reject

  function useKey(key: string): void {
    if (key === '') return
    storeKey(key)
    close()
    show(key)
  }

  /** A valid key stays in the tab, for the other pages. */
  function reject({ message, isKeyValid }: RejectedError): void {
    if (!isKeyValid) forgetKey()
    askForKey(message)
    forgetButton.hidden = !isKeyValid
  }

  function askForKey(reason: string): void {
    close()
    show('')
    errorText.textContent = reason
    field.focus()
  }

  function show(key: string): void {
    const hasKey = key !== ''
    box.hidden = hasKey
    forgetButton.hidden = !hasKey
    byId('content', HTMLElement).hidden = !hasKey
    field.value = ''
    errorText.textContent = ''
    if (hasKey) open(key)
  }
}
