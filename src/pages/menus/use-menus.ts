import { useEffect, useState } from 'preact/hooks'
import type { GroupsEnvelope, Menu } from '#dist/menu/schema.js'
import { refusalOf } from '../../browser/menu/requests.ts'
import { MAY_NOT_READ } from '../../browser/refusals.ts'
import { LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { MENUS } from '../../browser/service.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { type Contents, EMPTY, readContents } from './contents.ts'
import { groupsPath, type MenuSelection, readMenuSelection, writeMenuSelection } from './menu-selection.ts'

const NOT_RESPONDING = 'The service is not responding. Select “Refresh” to try again.'

/** The menus of the key, and the groups of the selected menus. A new selection aborts the request for the one before. */
export function useMenus() {
  const { apiKey, reject } = useAccess()
  const [menus, setMenus] = useState<readonly Menu[]>()
  const [selection, select] = useState(readMenuSelection)
  const [contents, setContents] = useState<Contents>()
  const [notice, setNotice] = useState('')
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    const aborted = new AbortController()
    void (menus?.length ? loadGroups(aborted.signal) : loadMenus(aborted.signal))
    return () => aborted.abort()
  }, [selection, attempt])

  const isEmpty = menus?.length === 0
  return {
    menus,
    isEmpty,
    selection,
    select,
    contents,
    notice,
    attempt,
    refresh: () => setAttempt(attempt + 1),
  }

  async function loadMenus(signal: AbortSignal): Promise<void> {
    const granted = await load<Menu[]>('/v1/menus', signal)
    if (granted === undefined) return
    setMenus(granted)
    setNotice('')
    if (granted.length > 0) select(startingWith(granted, selection))
  }

  async function loadGroups(signal: AbortSignal): Promise<void> {
    writeMenuSelection(selection)
    const hasMenu = selection.menus.length > 0
    const answer = hasMenu && (await load<GroupsEnvelope>(groupsPath(selection), signal))
    if (answer === undefined) return
    setContents(answer ? readContents(answer.groups, selection.tags.length > 0) : EMPTY)
    setNotice(hasMenu ? '' : 'Choose a menu.')
  }

  /** @returns undefined if the request was aborted, or failed and the reason is shown */
  async function load<Body>(path: string, signal: AbortSignal): Promise<Body | undefined> {
    const answer = await request<Body>(MENUS, path, apiKey, { timeoutMs: LIST_TIMEOUT_MS, signal })
    if (signal.aborted) return undefined
    if (answer.isOk) return answer.body
    const refusal = refusalOf(answer)
    if (refusal.kind === 'refused') setNotice(refusal.sentence || MAY_NOT_READ)
    else if (!reject(answer.status)) setNotice(NOT_RESPONDING)
    return undefined
  }
}

/** Selects the menus in the address of the page; if the key may read none of them, its first menu. */
function startingWith(granted: readonly Menu[], { menus, tags }: MenuSelection): MenuSelection {
  const ids = granted.map(({ id }) => id)
  const known = menus.filter((id) => ids.includes(id))
  return { menus: known.length > 0 ? known : ids.slice(0, 1), tags }
}
