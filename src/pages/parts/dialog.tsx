import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly id: string
  readonly labelledBy: string
  /** Called when the user closes the dialog, which is shown for as long as it is rendered. */
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog over the page. When it closes, the focus returns to the element that had it before. */
export function Dialog({ id, labelledBy, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  // The event of a removed dialog comes late, when another dialog may be shown.
  return (
    <dialog ref={dialog} id={id} aria-labelledby={labelledBy} onClose={() => dialog.current && onClose()}>
      {children}
    </dialog>
  )
}
