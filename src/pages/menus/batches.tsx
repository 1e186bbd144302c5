import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatNumber } from '../../browser/format-values.ts'

const BATCH_SIZE = 100

interface BatchesProps<Entry> {
  readonly entries: readonly Entry[]
  /** Whether they are the rows of a list. */
  readonly isList?: boolean
  readonly children: (entry: Entry, index: number) => ComponentChildren
}

/**
 * Shows the first hundred entries. The next hundred is added when the end of the list comes near the window, or when the
 * button there is pressed.
 */
export function Batches<Entry>({ entries, isList = false, children }: BatchesProps<Entry>) {
  const [batch, setBatch] = useState({ entries, count: BATCH_SIZE })
  const count = batch.entries === entries ? batch.count : BATCH_SIZE
  const more = (
    <MoreButton
      left={entries.length - count}
      onMore={() => setBatch({ entries, count: count + BATCH_SIZE })}
    />
  )
  return (
    <>
      {entries.slice(0, count).map(children)}
      {count < entries.length && (isList ? <li>{more}</li> : <div>{more}</div>)}
    </>
  )
}

interface MoreButtonProps {
  /** How many entries are not shown. */
  readonly left: number
  readonly onMore: () => void
}

function MoreButton({ left, onMore }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (button.current === null) return
    const watch = new IntersectionObserver(
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && showMore(),
    )
    watch.observe(button.current)
    return () => watch.disconnect()
  }, [left])

  function showMore(): void {
    if (document.activeElement === button.current)
      focusOn(button.current?.parentElement?.previousElementSibling)
    onMore()
  }

  return (
    <button class="quiet" type="button" ref={button} onClick={showMore}>
      Show {formatNumber(Math.min(left, BATCH_SIZE))} more ({formatNumber(left)} left)
    </button>
  )
}

/** Moves the keyboard focus to the last entry before the added ones. */
function focusOn(element: Element | null | undefined): void {
  if (!(element instanceof HTMLElement)) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
}
