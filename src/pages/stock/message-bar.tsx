import { useEffect, useRef } from 'preact/hooks'
import { type Change, describeOutcome, sellOutUntilMorning } from './changes.ts'
import type { ChangeOutcome } from './send-patch.ts'
import { describeMorning, nextMorning } from './until.ts'

/** How long a change can be undone. */
const MESSAGE_MS = 10_000

/** The outcome of a change. */
export interface Message {
  readonly change: Change
  readonly outcome: ChangeOutcome
  /** Makes a further change of the same menu. */
  readonly make: (change: Change) => void
  /** The time, which differs between messages with the same words. */
  readonly atMs: number
}

interface MessageBarProps {
  readonly message: Message | undefined
  readonly onEnd: () => void
}

/** Tells screen readers about the last change, and shows it as long as it can be undone. */
export function MessageBar({ message, onEnd }: MessageBarProps) {
  return (
    <>
      <p class="unseen" id="said" role="status">
        {message && <span key={message.atMs}>{describeOutcome(message.outcome, message.change)}</span>}
      </p>
      {message && <Bar key={message.atMs} {...message} onEnd={onEnd} />}
    </>
  )
}

function Bar({ change, outcome, make, onEnd }: Message & { readonly onEnd: () => void }) {
  const bar = useRef<HTMLElement>(null)
  // A failure stays until somebody has read it.
  const isFailure = outcome !== 'done'
  useEffect(() => {
    if (isFailure) return
    const timer = setTimeout(end, MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [])

  function end(): void {
    const hadFocus = bar.current?.contains(document.activeElement)
    onEnd()
    if (hadFocus) focusSwitch(change.entry.item.id)
  }

  const actions = isFailure ? [{ words: 'OK', change: undefined }] : actionsFor(change)
  return (
    <section ref={bar} class={isFailure ? 'message is-failure' : 'message'} id="bar" aria-label="Last change">
      <p id="bar-text">{describeOutcome(outcome, change)}</p>
      <div class="actions" id="bar-actions">
        {actions.map(({ words, change: next }) => (
          <button
            key={words}
            type="button"
            onClick={() => {
              end()
              if (next) make(next)
            }}
          >
            {words}
          </button>
        ))}
      </div>
      <span id="bar-time" />
    </section>
  )
}

function actionsFor({ entry, patch, morning, undo }: Change) {
  if (undo === undefined) return []
  const now = new Date()
  const until = {
    words: `Until ${describeMorning(nextMorning(now), now)}`,
    change: sellOutUntilMorning(entry),
  }
  const isOut = patch.inStock === false && morning === undefined
  return [...(isOut ? [until] : []), { words: 'Undo', change: undo }]
}

/** Moves the focus to the switch of an item. */
export function focusSwitch(id: string): void {
  const row = document.querySelector(`.item[data-id="${CSS.escape(id)}"]`)
  row?.querySelector<HTMLElement>('.switch')?.focus({ preventScroll: true })
}
