import type { GroupsEnvelope } from '#dist/menu/schema.js'
import type { Selection } from './ask.ts'
import { type FeedState, follow } from './feed.ts'
import { firstAnswer, parameters, selection } from './first-answer.ts'
import { openKeep } from './keep.ts'
import { createScreen, type Screen } from './screen.ts'
import { type Words, wordsFor } from './words.ts'

/** How long the first response may take before the stored menu is shown. */
const PATIENCE_MS = 1_500
/**
 * How long a menu is shown after its key was refused. A key that was revoked by mistake, or is being
 * replaced, must not blank a screen at noon, but prices must not be shown for longer.
 */
const REVOKED_MS = 10 * 60_000
/** The service worker loads all files once more, which must not delay the menu. */
const WORKER_AFTER_MS = 1_000

const HOW_TO =
  'The address of a board has the form /app/board?menus=MENU#key=KEY, with the ID of a menu and an API key that can access it. Open the page /app/menus to create one.'

const words = wordsFor(parameters.locale)
const screen = createScreen(parameters, words)
/** Loaded separately, so that an error in the hints does not affect the board. */
const hints = import('./hints.ts')
  .then(({ createHints }) => createHints(location.search, parameters, screen.hint))
  .catch(() => undefined)
addEventListener('hashchange', () => location.reload())

if (selection) run(selection, screen, words)
else screen.say(HOW_TO, 'en')

setTimeout(registerWorker, WORKER_AFTER_MS)

/** Registers the service worker. Without HTTPS the browser refuses it, and the board works without it. */
function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker
    .register('/app/board/service-worker.js', { scope: '/app/board' })
    .catch(() => undefined)
}

/** Follows a menu, and falls back to the stored one. */
function run(selection: Selection, { show, say, mark, notice, isBlank }: Screen, words: Words): void {
  const keep = openKeep(selection)
  let shown: GroupsEnvelope | undefined
  let knownAt: Date | undefined
  let isRefused = false
  let blanking: ReturnType<typeof setTimeout> | undefined

  follow(selection, firstAnswer, { news, state })
  setTimeout(showKept, PATIENCE_MS)

  function news(body: GroupsEnvelope): void {
    shown = body
    knownAt = new Date()
    show(body)
    void write()
  }

  function state(now: FeedState): void {
    if (isRefused !== (now === 'refused')) turn(now === 'refused')
    if (now === 'connected') connected()
    if (now === 'connected' && isBlank() && shown) show(shown)
    if (now === 'away') void showKept()
    if (now === 'away') void write()
    mark(now === 'away' ? knownAt : undefined)
  }

  function connected(): void {
    knownAt = new Date()
    void hints.then((loaded) => loaded?.checkMenus(selection))
  }

  /** Called when the key became invalid, or valid again. */
  function turn(toRefused: boolean): void {
    isRefused = toRefused
    notice(toRefused && shown ? words.accessExpired : '')
    clearTimeout(blanking)
    if (!toRefused) return
    const dropped = keep.then(({ drop }) => drop()).catch(() => false)
    if (shown) blanking = setTimeout(blank, REVOKED_MS, true)
    else void dropped.then((hasWorked) => isRefused && !shown && blank(hasWorked))
  }

  /** @param hasWorked whether the key was valid on this screen before */
  function blank(hasWorked: boolean): void {
    shown = undefined
    notice('')
    say(hasWorked ? words.accessExpired : words.invalidKey, words.language)
  }

  async function showKept(): Promise<void> {
    const kept = shown ? undefined : await (await keep).read()
    if (shown || isRefused) return
    if (!kept) return say(words.waiting, words.language)
    shown = kept.body
    knownAt = kept.at
    show(kept.body)
    mark(kept.at)
  }

  async function write(): Promise<void> {
    const { write } = await keep
    if (shown && knownAt && !isRefused) await write({ body: shown, at: knownAt })
  }
}
