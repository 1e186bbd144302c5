import { useState } from 'preact/hooks'
import { MENUS } from '../../browser/service.ts'
import { FirstMenu } from '../parts/first-menu.tsx'
import { useAccess } from '../parts/key-gate.tsx'
import { BoardDialog } from './board-dialog.tsx'
import { ContentsView } from './contents-view.tsx'
import { groupsPath } from './menu-selection.ts'
import { RequestPanel } from './request-panel.tsx'
import { SelectionForm } from './selection-form.tsx'
import { useMenus } from './use-menus.ts'

/** The menus that a key may read, with the actions for the selected menus. */
export function MenusPage() {
  const { apiKey } = useAccess()
  const { menus = [], isEmpty, selection, select, contents, notice, attempt, refresh } = useMenus()
  const [areFiltersShown, setFiltersShown] = useState(false)
  const [isMakingBoard, setMakingBoard] = useState(false)
  const isUsable = menus.length > 0 && selection.menus.length > 0
  const url = new URL(MENUS.basePath + groupsPath(selection), location.href).href
  const names = menus.filter(({ id }) => selection.menus.includes(id)).map(({ name }) => name)
  const selected = [...names, ...selection.tags].join(', ')

  const refreshButton = (
    <button
      class="quiet"
      id="refresh"
      type="button"
      disabled={menus.length > 0 && !isUsable}
      onClick={refresh}
    >
      Refresh
    </button>
  )
  return (
    <>
      <p class="notice" id="notice" role="alert">
        {notice}
      </p>
      {isEmpty && <FirstMenu />}
      <div class="columns">
        <div class="first-steps" hidden={isEmpty}>
          <button
            class="main"
            id="make-board"
            type="button"
            disabled={!isUsable}
            onClick={() => setMakingBoard(true)}
          >
            Make a board
          </button>
          <button
            id="filter"
            type="button"
            aria-expanded={areFiltersShown}
            aria-controls="selection"
            onClick={() => setFiltersShown(!areFiltersShown)}
          >
            Filter: {selected || 'no menu'}
          </button>
        </div>
        <SelectionForm
          isShown={areFiltersShown}
          menus={menus}
          selection={selection}
          tagCounts={contents?.tagCounts ?? new Map()}
          onSelect={select}
        />
        <ContentsView contents={contents}>{refreshButton}</ContentsView>
        <RequestPanel request={isUsable ? { url, key: apiKey } : undefined} attempt={attempt} />
      </div>
      {isMakingBoard && (
        <BoardDialog
          selection={selection}
          selected={selected}
          groups={contents?.top ?? []}
          onClose={() => setMakingBoard(false)}
        />
      )}
    </>
  )
}
