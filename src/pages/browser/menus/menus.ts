import type { GroupsEnvelope, Menu } from '#dist/menu/schema.js'
import { byId, showNotice } from '../shared/elements.ts'
import { attachKeyBox } from '../shared/key-box.ts'
import { refusalOf } from '../shared/menu/requests.ts'
import { MAY_NOT_READ } from '../shared/refusals.ts'
import { LIST_TIMEOUT_MS, request } from '../shared/request.ts'
import { MENUS } from '../shared/service.ts'
import { countTags, EMPTY, readContents } from './contents.ts'
import { createContentsView } from './contents-view.ts'
import { createRequestPanel } from './request-panel.ts'
import { type MenuSelection, readMenuSelection, toQuery, writeMenuSelection } from './selection.ts'
import { attachSelectionForm } from './selection-form.ts'

const NOT_RESPONDING = 'The service is not responding. Select “Refresh” to try again.'

const form = attachSelectionForm(() => void showSelection(form.current()))
const view = createContentsView()
const panel = createRequestPanel()
const refreshButton = byId('refresh', HTMLButtonElement)
let key = ''
let hasMenus = false
/** Aborts the latest request. */
let latest = new AbortController()

const rejectKey = attachKeyBox({ open: (newKey) => void open(newKey), close })
refreshButton.addEventListener('click', () => void (hasMenus ? showSelection(form.current()) : open(key)))

async function open(newKey: string): Promise<void> {
  key = newKey
  const menus = await load<Menu[]>('/v1/menus')
  if (menus === undefined) return
  const { menus: wanted, tags } = readMenuSelection()
  const granted = menus.map(({ id }) => id)
  const known = wanted.filter((id) => granted.includes(id))
  const selected = known.length > 0 ? known : granted.slice(0, 1)
  form.setMenus(menus, selected)
  hasMenus = menus.length > 0
  await showSelection({ menus: selected, tags })
  if (menus.length === 0) showNotice('This key has no menu access yet.')
}

function close(): void {
  latest.abort()
  key = ''
  hasMenus = false
  refreshButton.disabled = false
  form.setMenus([], [])
  form.setTags(new Map(), [])
  view.show(EMPTY)
  panel.clear()
  showNotice('')
}

async function showSelection(selection: MenuSelection): Promise<void> {
  writeMenuSelection(selection)
  if (selection.menus.length === 0) return showNothing(selection)
  const path = `/v1/groups?${toQuery(selection)}`
  refreshButton.disabled = false
  panel.show(selection, { url: new URL(MENUS.basePath + path, location.href).href, key })
  const response = await load<GroupsEnvelope>(path)
  if (response !== undefined) showGroups(selection, response.groups)
}

/** Shows nothing until a menu is selected. */
function showNothing(selection: MenuSelection): void {
  latest.abort()
  refreshButton.disabled = hasMenus
  panel.clear()
  showGroups(selection, [])
}

function showGroups(selection: MenuSelection, groups: GroupsEnvelope['groups']): void {
  const contents = readContents(groups, selection.tags.length > 0)
  // Without tags the response contains the top-level groups; with tags, groups of any level that have them.
  const candidates = selection.tags.length > 0 ? groups : contents.groups.map(({ node }) => node)
  form.setTags(countTags(candidates), selection.tags)
  view.show(contents)
  showNotice(selection.menus.length === 0 ? 'Choose a menu.' : '')
}

/**
 * Sends a request, and aborts the one before it.
 * @returns undefined if the request was aborted, or failed and the reason is shown
 */
async function load<Body>(path: string): Promise<Body | undefined> {
  latest.abort()
  latest = new AbortController()
  const { signal } = latest
  const answer = await request<Body>(MENUS, path, key, { timeoutMs: LIST_TIMEOUT_MS, signal })
  if (signal.aborted) return undefined
  if (answer.isOk) return answer.body
  const refusal = refusalOf(answer)
  if (refusal.kind === 'refused') showNotice(refusal.sentence || MAY_NOT_READ)
  else if (!rejectKey(answer.status)) showNotice(NOT_RESPONDING)
  return undefined
}
