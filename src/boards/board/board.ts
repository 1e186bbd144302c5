import { type Connection, follow } from '../../browser/menu/follow.ts'
import type { GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import type { GroupsRequest } from '../../browser/menu/request-groups.ts'
import { createBoardState } from '../shared/board-state.ts'
import { readParameters } from '../shared/parameters.ts'
import { missingKeyText, wordsFor } from '../shared/words.ts'
import { createBoardView } from './board-view.ts'
import { sendHeartbeats } from './heartbeats.ts'
import { createHints } from './hints.ts'
import { openMenuStore } from './menu-store.ts'
import { registerWorker } from './offline.ts'

/** How long the first response may take before the stored menu is shown. */
const STORED_MENU_AFTER_MS = 1_500

const parameters = readParameters(location)
const { query, key, device } = parameters
const words = wordsFor(parameters.locale)
const boardView = createBoardView(parameters, words)
const hints = createHints(location.search, parameters, boardView)
addEventListener('hashchange', () => location.reload())

if (key === undefined) boardView.showMessage(missingKeyText(words, location), words.language)
else run({ query, key })
if (device !== undefined && key !== undefined) sendHeartbeats(device, key, hints.explainDevice)

registerWorker()

/** Follows a menu, and falls back to the stored one. */
function run(request: GroupsRequest): void {
  const store = openMenuStore(request)
  const { state, dispatch } = createBoardState(boardView, words)
  follow(request, { onMenu, onConnection })
  setTimeout(showStoredMenu, STORED_MENU_AFTER_MS)

  function onMenu(menu: GroupsEnvelope): void {
    dispatch({ kind: 'connected', menu, at: new Date() })
    void storeMenu()
  }

  async function onConnection(connection: Connection, sentence: string): Promise<void> {
    if (connection === 'connected') {
      dispatch({ kind: connection, at: new Date() })
      void hints.checkMenus(request)
    } else if (connection === 'invalidKey') {
      dispatch({ kind: connection, wasKeyValid: await deleteStoredMenus() })
    } else {
      await showStoredMenu()
      dispatch({ kind: connection, sentence })
      void storeMenu()
    }
  }

  async function showStoredMenu(): Promise<void> {
    if (state().menu) return
    const stored = await store.then(({ read }) => read()).catch(() => undefined)
    dispatch({ kind: 'stored', menu: stored?.body, at: stored?.confirmedAt })
  }

  async function storeMenu(): Promise<void> {
    try {
      const { write } = await store
      const { menu, confirmedAt, connection } = state()
      if (menu && confirmedAt && connection !== 'invalidKey') await write({ body: menu, confirmedAt })
    } catch {
      // A browser that refuses to store a menu shows it all the same.
    }
  }

  /** @returns whether there were any, which means that the key was valid on this screen before */
  function deleteStoredMenus(): Promise<boolean> {
    return store.then(({ deleteMenus }) => deleteMenus()).catch(() => false)
  }
}
