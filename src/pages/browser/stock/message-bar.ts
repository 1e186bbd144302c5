import { byId, createButton, setText } from '../shared/elements.ts'
import type { Item } from '../shared/menu/fields.ts'

/** How long a change can be taken back. */
const MESSAGE_MS = 10_000

interface Action {
  readonly words: string
  readonly run: () => void
}

/** A message about an item. */
export interface Message {
  readonly itemId: string
  readonly text: string
  readonly actions: readonly Action[]
  /** Whether something failed. Such a message stays until somebody has read it. */
  readonly isFailure?: boolean
  /** Whether somebody else has changed the item since: the message is then wrong, and its actions would undo their change. */
  readonly isOutdated?: (items: readonly Item[]) => boolean
}

/** @param onEnd called when a message is gone, with the item that it was about and whether the focus was in the bar */
export function createMessageBar(onEnd: (itemId: string, hadFocus: boolean) => void) {
  const bar = byId('bar', HTMLElement)
  let shown: Message | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  return { show, hide, hideOutdated }

  function show(message: Message): void {
    clearTimeout(timer)
    shown = message
    const { text, actions, isFailure = false } = message
    setText(byId('bar-text', HTMLElement), text)
    byId('bar-actions', HTMLElement).replaceChildren(...actions.map(buttonOf))
    // A screen reader says the same words again only if they were gone.
    setText(byId('said', HTMLElement), '')
    requestAnimationFrame(() => setText(byId('said', HTMLElement), text))
    bar.hidden = false
    bar.classList.toggle('is-failure', isFailure)
    restartCountdown()
    if (!isFailure) timer = setTimeout(hide, MESSAGE_MS)
  }

  function hide(): void {
    clearTimeout(timer)
    const ended = shown
    const hadFocus = bar.contains(document.activeElement)
    shown = undefined
    bar.hidden = true
    if (ended) onEnd(ended.itemId, hadFocus)
  }

  function hideOutdated(items: readonly Item[]): void {
    if (shown?.isOutdated?.(items)) hide()
  }

  /** The line that shows how much time is left is an animation of the style sheet. */
  function restartCountdown(): void {
    const line = byId('bar-time', HTMLElement)
    line.replaceWith(line.cloneNode())
  }

  function buttonOf({ words, run }: Action): HTMLElement {
    return createButton('', words, () => {
      hide()
      run()
    })
  }
}
