import { type Connection, follow } from '../../browser/menu/follow.ts'
import type { GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import type { GroupsRequest } from '../../browser/menu/requests.ts'
import { readParameters } from '../shared/parameters.ts'
import { REJECTED_KEY_GRACE_MS } from '../shared/timing.ts'
import { missingKeyText, type Words, wordsFor } from '../shared/words.ts'
import { reportDevice } from './heartbeats.ts'
import { createHints } from './hints.ts'
import { openMenuStore } from './menu-store.ts'
import { registerWorker } from './offline.ts'
import { type BoardScreen, createScreen } from './screen.ts'

/** How long the first response may take before the stored menu is shown. */
const STORED_MENU_AFTER_MS = 1_500

const parameters = readParameters(location)
const { query, key, device } = parameters
const words = wordsFor(parameters.locale)
const screen = createScreen(parameters, words)
const hints = createHints(location.search, parameters, screen)
addEventListener('hashchange', () => location.reload())

if (key === undefined) screen.showMessage(missingKeyText(words, location), words.language)
else run({ query, key }, screen, words)
if (device !== undefined && key !== undefined) reportDevice(device, key, hints.explainDevice)

registerWorker()

/** Follows a menu, and falls back to the stored one. */
function run(
  selection: GroupsRequest,
  { showMenu, showMessage, markOutdated, showNotice }: BoardScreen,
  words: Words,
): void {
  const store = openMenuStore(selection)
  let shown: GroupsEnvelope | undefined
  let confirmedAt: Date | undefined
  let isRejected = false
  /** The reason why the service sends no menu to a valid key; undefined if it sends one. */
  let refusal: Parameters<BoardScreen['showMessage']> | undefined
  let blankTimer: ReturnType<typeof setTimeout> | undefined

  follow(selection, { onMenu, onState })
  setTimeout(showStoredMenu, STORED_MENU_AFTER_MS)

  function onMenu(body: GroupsEnvelope): void {
    shown = body
    confirmedAt = new Date()
    showMenu(body)
    void storeMenu()
  }

  function onState(state: Connection, sentence: string): void {
    refusal = state === 'refused' ? messageOf(sentence) : undefined
    if (isRejected !== (state === 'rejected')) setRejected(state === 'rejected')
    if (state === 'connected') onConnected()
    if (state === 'unavailable' || state === 'refused') void showStoredMenu().then(storeMenu)
    markOutdated(state === 'unavailable' ? confirmedAt : undefined)
    drawNotice()
  }

  /** The sentences of the service are English. */
  function messageOf(sentence: string): Parameters<BoardScreen['showMessage']> {
    return sentence ? [sentence, 'en'] : [words.mayNotRead, words.language]
  }

  /** Shows above the menu why it may be outdated. Without a menu, a message has the reason. */
  function drawNotice(): void {
    const [sentence, language] = isRejected
      ? [words.accessExpired, words.language]
      : (refusal ?? ['', words.language])
    showNotice(shown ? sentence : '', language)
  }

  function onConnected(): void {
    confirmedAt = new Date()
    void hints.checkMenus(selection)
  }

  /** Called when the key became invalid, or valid again. */
  function setRejected(isNowRejected: boolean): void {
    isRejected = isNowRejected
    clearTimeout(blankTimer)
    if (!isRejected) return
    const deletion = store.then(({ deleteMenus }) => deleteMenus()).catch(() => false)
    if (shown) blankTimer = setTimeout(blank, REJECTED_KEY_GRACE_MS, true)
    else void deletion.then((hasWorked) => isRejected && !shown && blank(hasWorked))
  }

  /** @param hasWorked whether the key was valid on this screen before */
  function blank(hasWorked: boolean): void {
    shown = undefined
    drawNotice()
    showMessage(hasWorked ? words.accessExpired : words.invalidKey, words.language)
  }

  async function showStoredMenu(): Promise<void> {
    const stored = shown ? undefined : await (await store).read()
    if (shown || isRejected) return
    if (!stored) return showMessage(...(refusal ?? [words.waiting, words.language]))
    shown = stored.body
    confirmedAt = stored.confirmedAt
    showMenu(stored.body)
    if (!refusal) markOutdated(stored.confirmedAt)
    drawNotice()
  }

  async function storeMenu(): Promise<void> {
    const { write } = await store
    if (shown && confirmedAt && !isRejected) await write({ body: shown, confirmedAt })
  }
}
