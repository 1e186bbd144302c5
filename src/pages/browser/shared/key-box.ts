import type { Scope } from '../../../auth/scopes.ts'
import { byId } from './elements.ts'
import { currentKey, forgetKey, storeKey } from './key.ts'
import { missingScope } from './refusals.ts'

const INVALID_KEY = 'This key is not valid. It may be mistyped, expired or revoked.'

interface KeyOptions {
  /** Called when there is a key. Shows what it may read. */
  readonly open: (key: string) => void
  /** Called when there is no key any more. Removes what was shown. */
  readonly close: () => void
  /** What keys of this page need. */
  readonly scope?: Scope
}

/**
 * Shows the form for a key while there is none, and the page while there is one.
 * @returns given the status of a response, shows the form again if the service has rejected the key, with the reason, and
 * returns whether it has
 */
export function attachKeyBox({ open, close, scope }: KeyOptions): (status: number) => boolean {
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
  if (scope) byId('key-scope', HTMLElement).textContent = scope
  show(currentKey())
  return reject

  function useKey(key: string): void {
    if (key === '') return
    storeKey(key)
    close()
    show(key)
  }

  function reject(status: number): boolean {
    const isKeyValid = status === 403
    const reason = isKeyValid ? scope && missingScope(scope) : status === 401 ? INVALID_KEY : undefined
    if (reason === undefined) return false
    // A valid key stays in the tab, for the other pages.
    if (!isKeyValid) forgetKey()
    askForKey(reason)
    forgetButton.hidden = !isKeyValid
    return true
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
