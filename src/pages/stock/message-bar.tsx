import { useEffect, useRef } from 'preact/hooks'
import { type Change, type ChangeFailure, describeFailedChange, sellOutUntilMorning } from './changes.ts'
import { describeMorning, nextMorning } from './morning.ts'

/** How long a change can be undone. */
const UNDO_MS = 10_000

/** The outcome of a change. */
export interface Message {
  readonly change: Change
  /** Undefined if the change was made. */
  readonly failure: ChangeFailure | undefined
  /** Differs between messages with the same words. */
  readonly id: number
}

interface MessageBarProps {
  readonly message: Message
  /** Called for a further change, such as the one that undoes the last. */
  readonly onChange: (change: Change) => void
  readonly onEnd: () => void
}

/** Shows the last change, as long as it can be undone. */
export function MessageBar({ message: { change, failure }, onChange, onEnd }: MessageBarProps) {
  const bar = useRef<HTMLElement>(null)
  // A failure stays until somebody has read it.
  const isFailure = failure !== undefined
  useEffect(() => {
    if (isFailure) return
    const timer = setTimeout(end, UNDO_MS)
    return () => clearTimeout(timer)
  }, [])

  function end(): void {
    const hadFocus = bar.current?.contains(document.activeElement)
    onEnd()
    if (hadFocus) focusSwitch(change.entry.item.id)
  }

  const button = (words: string, next?: Change) => (
    <button
      type="button"
      onClick={() => {
        end()
        if (next) onChange(next)
      }}
    >
      {words}
    </button>
  )
  const { entry, patch, text } = change
  const undo = isFailure ? undefined : change.undo
  const isOut = undo !== undefined && patch.inStock === false
  return (
    <section ref={bar} class={isFailure ? 'message is-failure' : 'message'} id="bar" aria-label="Last change">
      <p id="bar-text">{failure ? describeFailedChange(failure, change) : text}</p>
      <div class="actions" id="bar-actions">
        {isFailure && button('OK')}
        {isOut && button(`Until ${describeMorning(nextMorning())}`, sellOutUntilMorning(entry))}
        {undo && button('Undo', undo)}
      </div>
      <span id="bar-time" style={{ animationDuration: `${UNDO_MS}ms` }} />
    </section>
  )
}

function focusSwitch(id: string): void {
  const row = document.querySelector(`.item[data-id="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLElement>('.switch')?.focus({ preventScroll: true })
}
