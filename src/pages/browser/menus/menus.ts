import type { GroupsEnvelope, Menu } from '#dist/menu/schema.js'
import { ask, Refused } from '../shared/ask.ts'
import { byId, setText } from '../shared/elements.ts'
import { attachKeyBox } from '../shared/key-box.ts'
import { menuBasePath } from '../shared/service.ts'
import { attachChoice } from './choice.ts'
import { countTags, NOTHING, readContents } from './contents.ts'
import { createContentsView } from './contents-view.ts'
import { createRequestPanel } from './request-panel.ts'
import { readSelection, type Selection, toQuery, writeSelection } from './selection.ts'

const MENUS_URL = `${location.origin}${menuBasePath}/v1/menus`
const GROUPS_URL = `${location.origin}${menuBasePath}/v1/groups`

const choice = attachChoice(() => void showSelection(choice.current()))
const view = createContentsView()
const panel = createRequestPanel()
const again = byId('again', HTMLButtonElement)
let key = ''
let hasMenus = false
let question = new AbortController()

const turnAway = attachKeyBox({ open: (opened) => void open(opened), close })
again.addEventListener('click', () => void (hasMenus ? showSelection(choice.current()) : open(key)))

async function open(opened: string): Promise<void> {
  key = opened
  const menus = await answerOf<Menu[]>(MENUS_URL)
  if (menus === undefined) return
  const { menus: wanted, tags } = readSelection()
  const granted = menus.map(({ id }) => id)
  const known = wanted.filter((id) => granted.includes(id))
  const chosen = known.length > 0 ? known : granted.slice(0, 1)
  choice.setMenus(menus, chosen)
  hasMenus = menus.length > 0
  await showSelection({ menus: chosen, tags })
  if (menus.length === 0) say('This key has no menu access yet.')
}

function close(): void {
  question.abort()
  key = ''
  hasMenus = false
  again.disabled = false
  choice.setMenus([], [])
  choice.setTags(new Map(), [])
  view.show(NOTHING)
  panel.clear()
  say('')
}

async function showSelection(selection: Selection): Promise<void> {
  writeSelection(selection)
  if (selection.menus.length === 0) return showNothing(selection)
  const url = `${GROUPS_URL}?${toQuery(selection)}`
  again.disabled = false
  panel.show(selection, { url, key })
  const answer = await answerOf<GroupsEnvelope>(url)
  if (answer !== undefined) showGroups(selection, answer.groups)
}

/** Shows nothing until a menu is chosen. */
function showNothing(selection: Selection): void {
  question.abort()
  again.disabled = hasMenus
  panel.clear()
  showGroups(selection, [])
}

function showGroups(selection: Selection, groups: GroupsEnvelope['groups']): void {
  const contents = readContents(groups)
  // Without tags the response contains the top-level groups; with tags, groups of any level that carry them.
  const candidates = selection.tags.length > 0 ? groups : contents.groups.map(({ node }) => node)
  choice.setTags(countTags(candidates), selection.tags)
  view.show(contents)
  say(selection.menus.length === 0 ? 'Choose a menu.' : '')
}

/** Returns the response to the latest request; undefined if it failed, after showing why, or was aborted. */
async function answerOf<Answer>(url: string): Promise<Answer | undefined> {
  question.abort()
  question = new AbortController()
  const { signal } = question
  try {
    return await ask<Answer>(url, { 'x-api-key': key }, signal)
  } catch (cause) {
    if (signal.aborted) return undefined
    if (cause instanceof Refused) turnAway(cause)
    else say('The service is not responding. Select “Refresh” to try again.')
    return undefined
  }
}

function say(text: string): void {
  setText(byId('notice', HTMLElement), text)
}
