import { byId } from './elements.ts'
import { currentKey, forgetKey, keepKey } from './key.ts'

interface Doors {
  /** A key is there: show what it may see. */
  readonly open: (key: string) => void
  /** The key is gone: show nothing any more. */
  readonly close: () => void
}

/**
 * Shows the box for a key while there is none, and the page while there is.
 * @returns what turns a key away, with a sentence that says why
 */
export function attachKeyBox({ open, close }: Doors): (why: string) => void {
  const box = byId('key-box', HTMLFormElement)
  const field = byId('key', HTMLInputElement)
  const forget = byId('forget', HTMLButtonElement)
  const fault = byId('key-fault', HTMLElement)

  box.addEventListener('submit', (event) => {
    event.preventDefault()
    enter(field.value.trim())
  })
  forget.addEventListener('click', () => leave(''))
  addEventListener('hashchange', () => enter(currentKey()))
  show(currentKey())
  return leave

  function enter(key: string): void {
    if (key === '') return
    keepKey(key)
    close()
    show(key)
  }

  function leave(why: string): void {
    forgetKey()
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
