import { useEffect, useState } from 'preact/hooks'
import type { GroupsEnvelope, Menu } from '#dist/menu/schema.js'
import { replaceQuery } from '../../browser/address.ts'
import { MENU_API } from '../../browser/service.ts'
import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import { CommandToCopy } from '../parts/command-to-copy.tsx'
import { FirstMenu } from '../parts/first-menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { describeFailure, useMenuList, useResponse } from '../parts/use-response.ts'
import { BoardDialog } from './board-dialog.tsx'
import { ContentsView } from './contents-view.tsx'
import { readMenuSelection, toQuery } from './menu-selection.ts'
import { SelectionForm } from './selection-form.tsx'

/** The menus that a key may read. */
export function MenusPage() {
  const { menus, failure } = useMenuList()
  if (menus?.length === 0) return <FirstMenu />
  if (menus) return <Menus menus={menus} />
  return <Notice text={describeFailure(failure)} />
}

/** The contents of the selected menus, with the actions for them. */
function Menus({ menus }: { readonly menus: readonly Menu[] }) {
  const [selection, select] = useState(() => readMenuSelection(menus))
  const [areFiltersShown, setFiltersShown] = useState(false)
  const [isMakingBoard, setMakingBoard] = useState(false)
  const path = selection.menus.length > 0 ? `/v1/groups?${toQuery(selection)}` : undefined
  const { body, failure } = useResponse<GroupsEnvelope>(MENU_API, path)
  const groups = path === undefined ? [] : body?.groups
  const names = menus.filter(({ id }) => selection.menus.includes(id)).map(({ name }) => name)
  const selected = [...names, ...selection.tags].join(', ')
  useEffect(() => replaceQuery(toQuery(selection)), [selection])

  return (
    <>
      <Notice text={path === undefined ? 'Choose a menu.' : describeFailure(failure)} />
      <div class="columns">
        <div class="menu-actions">
          <button
            class="main"
            id="make-board"
            type="button"
            disabled={path === undefined}
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
          groups={groups ?? []}
          selection={selection}
          onSelect={select}
        />
        <ContentsView groups={groups} />
        {path && (
          <details class="panel request" id="developers">
            <summary>
              <h2>For developers</h2>
            </summary>
            <CommandToCopy text={curlCommand(path)} />
          </details>
        )}
      </div>
      {isMakingBoard && (
        <BoardDialog
          selection={selection}
          selected={selected}
          groups={groups ?? []}
          onClose={() => setMakingBoard(false)}
        />
      )}
    </>
  )
}

function curlCommand(path: string): string {
  const url = new URL(MENU_API.basePath + path, location.href).href
  return `curl --compressed -H 'X-API-Key: KEY' ${quoteForShell(url)}`
}
