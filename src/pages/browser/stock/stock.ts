import type { Menu } from '#dist/menu/schema.js'
import { showNotice } from '../shared/elements.ts'
import { attachKeyBox } from '../shared/key-box.ts'
import { type Connection, follow } from '../shared/menu/follow.ts'
import { MAY_NOT_READ } from '../shared/refusals.ts'
import { CHANGES_OFF, LIST_TIMEOUT_MS, request } from '../shared/request.ts'
import { MENUS } from '../shared/service.ts'
import { createMenuChoice } from './menu-choice.ts'
import { attachPhoneDialog } from './phone-dialog.ts'
import { createScreen } from './screen.ts'
import { type ChangeOutcome, sendPatch } from './send.ts'

const NO_CONNECTION = 'No connection. Nothing can be changed until it is back.'
const NO_MENUS = 'This key has no menu access yet.'
/** How long to wait before menus that could not be loaded are requested again. */
const RETRY_MS = 5000

const screen = createScreen(() => ({ key, menuId }), onOutcome)
const choice = createMenuChoice(openMenu)
let key = ''
let menuId = ''
let isConnected = false
/** Why the service sends no menu, although the key is valid; empty if it does. */
let refusal = ''
/** Whether it is known that the service and the key allow changes, or that they do not. */
let isChecked = false
let isOff = false
let stopFollowing = () => {}
let opened = new AbortController()

const rejectKey = attachKeyBox({
  open: (newKey) => void openKey(newKey),
  close,
  scope: 'menu:write',
})
attachPhoneDialog(() => key)

async function openKey(newKey: string): Promise<void> {
  key = newKey
  opened = new AbortController()
  const { signal } = opened
  const answer = await request<Menu[]>(MENUS, '/v1/menus', key, { timeoutMs: LIST_TIMEOUT_MS, signal })
  if (signal.aborted) return
  if (answer.isOk) showMenus(answer.body)
  else if (!rejectKey(answer.status)) retryKey(newKey, signal)
}

function showMenus(menus: readonly Menu[]): void {
  showNotice(menus.length === 0 ? NO_MENUS : '')
  choice.start(menus)
}

function retryKey(triedKey: string, signal: AbortSignal): void {
  showNotice(NO_CONNECTION)
  setTimeout(() => signal.aborted || void openKey(triedKey), RETRY_MS)
}

function close(): void {
  opened.abort()
  key = ''
  isChecked = false
  isOff = false
  choice.clear()
  closeMenu()
  showNotice('')
}

/** @param menu the menu to show; undefined while people choose one */
function openMenu(menu: Menu | undefined): void {
  closeMenu()
  if (menu === undefined) return
  menuId = menu.id
  const query = new URLSearchParams({ menus: menuId }).toString()
  stopFollowing = follow({ query, key }, undefined, {
    onMenu: (body) => {
      screen.show(body)
      void checkRight()
    },
    onState,
  })
}

function closeMenu(): void {
  stopFollowing()
  isConnected = false
  screen.clear()
}

function onState(state: Connection, sentence: string): void {
  isConnected = state === 'connected'
  refusal = state === 'refused' ? sentence || MAY_NOT_READ : ''
  if (state === 'rejected') rejectKey(401)
  else showState()
}

/** Finds out before somebody taps whether anything can be changed, by a change of nothing. */
async function checkRight(): Promise<void> {
  const first = screen.firstItem()
  if (isChecked || first === undefined) return
  isChecked = true
  const checkedKey = key
  const outcome = await sendPatch({ key, menuId }, first, {})
  if (checkedKey !== key) return
  isChecked = outcome !== 'busy' && outcome !== 'lost'
  onOutcome(outcome)
}

function onOutcome(outcome: ChangeOutcome): void {
  if (outcome === 'off') isOff = true
  if (outcome === 'invalid-key') rejectKey(401)
  else if (outcome === 'forbidden') rejectKey(403)
  else showState()
}

function showState(): void {
  showNotice(isOff ? CHANGES_OFF : isConnected ? '' : refusal || NO_CONNECTION)
  screen.allowChanges(isConnected && !isOff)
}
