import { useEffect, useRef, useState } from 'preact/hooks'
import type { Group } from '#dist/menu/schema.js'
import { ROOT } from '../../browser/root.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useAccess } from '../parts/key-gate.tsx'
import { boardQueryAndFragment, keyCommand } from './board-address.ts'
import { BoardForm } from './board-form.tsx'
import { BoardPreview } from './board-preview.tsx'
import type { MenuSelection } from './menu-selection.ts'
import { ShareBoard } from './share-board.tsx'

interface BoardDialogProps {
  readonly selection: MenuSelection
  /** The names of the selected menus, and the selected tags. */
  readonly selected: string
  /** The groups of the selection that can be chosen. */
  readonly groups: readonly Group[]
  readonly onClose: () => void
}

/** Makes the address of a board from the selection, and shows the board. */
export function BoardDialog({ selection, selected, groups, onClose }: BoardDialogProps) {
  const { apiKey } = useAccess()
  const form = useRef<HTMLFormElement>(null)
  const [parameters, setParameters] = useState<string>()
  useEffect(updateParameters, [])

  function updateParameters(): void {
    if (form.current) setParameters(boardQueryAndFragment(selection, new FormData(form.current), apiKey))
  }

  function onSubmit(event: Event): void {
    event.preventDefault()
    updateParameters()
  }

  const address = parameters && new URL(`${ROOT}/app/board${parameters}`, location.href).href
  return (
    <Dialog id="maker" labelledBy="maker-title" onClose={onClose}>
      <div class="headline">
        <h2 id="maker-title">Make a board</h2>
        <button class="quiet" type="button" onClick={onClose}>
          Close
        </button>
      </div>
      <p class="soft">{selected}</p>
      <form class="maker-parts" ref={form} onChange={updateParameters} onSubmit={onSubmit}>
        <BoardForm groups={groups} />
        {address && <BoardPreview address={address} />}
        {address && <ShareBoard address={address} command={keyCommand(selection)} />}
      </form>
    </Dialog>
  )
}
