import type { FailureReason } from '../../browser/failures.ts'
import { REJECTED_KEY_GRACE_MS } from './timing.ts'
import type { BoardWords } from './words.ts'

/** The menu of a board, and its connection to the service. */
export interface BoardState<Menu> {
  readonly menu?: Menu | undefined
  /** When the service last confirmed the menu. */
  readonly confirmedAt?: Date | undefined
  readonly connection: 'connecting' | 'connected' | FailureReason['kind']
  /** The sentence of the service about a refusal; empty if it adds nothing. */
  readonly sentence: string
  /** Whether the key has been valid on this screen. */
  readonly wasKeyValid: boolean
}

export type BoardEvent<Menu> =
  /** The service has sent a menu, or confirmed the last one. */
  | { readonly kind: 'connected'; readonly menu?: Menu; readonly at: Date }
  /** There is no response yet, so the stored menu was read; undefined if none is stored. */
  | { readonly kind: 'stored'; readonly menu: Menu | undefined; readonly at: Date | undefined }
  | { readonly kind: 'invalidKey'; readonly wasKeyValid?: boolean }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'keyGraceOver' }

/** The state of a board that has just been opened. */
const CONNECTING = { connection: 'connecting', sentence: '', wasKeyValid: false } as const

/** Returns the state of a board after an event. */
function nextState<Menu>(state: BoardState<Menu>, event: BoardEvent<Menu>): BoardState<Menu> {
  switch (event.kind) {
    case 'connected': {
      const menu = event.menu ?? state.menu
      return { menu, confirmedAt: event.at, connection: 'connected', sentence: '', wasKeyValid: true }
    }
    case 'stored': {
      if (state.menu || state.connection === 'invalidKey') return state
      const connection = state.connection === 'connecting' ? 'unavailable' : state.connection
      return { ...state, menu: event.menu, confirmedAt: event.at, connection }
    }
    // The menu stays for a while: a key that was revoked by mistake must not blank a screen at noon.
    case 'invalidKey':
      return {
        ...state,
        connection: 'invalidKey',
        wasKeyValid: state.wasKeyValid || event.wasKeyValid === true,
      }
    // The menu stays: the address or the key may have been changed by mistake.
    case 'refused':
      return { ...state, connection: 'refused', sentence: event.sentence }
    // A rejected key stays rejected until the service says otherwise.
    case 'unavailable':
      return state.connection === 'invalidKey' ? state : { ...state, connection: 'unavailable' }
    case 'keyGraceOver':
      return { ...state, menu: undefined, confirmedAt: undefined }
  }
}

/** A sentence of a board, and its language. */
export type Sentence = readonly [text: string, language: string]

/** Returns the sentence in place of a menu, or above the menu. A menu needs none if only the connection is lost. */
function sentenceOf(state: BoardState<unknown>, words: BoardWords): Sentence {
  const { menu, connection, sentence, wasKeyValid } = state
  const { language, accessExpired, invalidKey, mayNotRead, waiting } = words
  if (connection === 'refused') return sentence ? [sentence, 'en'] : [mayNotRead, language]
  if (connection === 'invalidKey') return [menu || wasKeyValid ? accessExpired : invalidKey, language]
  return [menu ? '' : waiting, language]
}

/** What a board shows. */
export interface BoardView<Menu> {
  readonly showMenu: (menu: Menu) => void
  /** Shows a sentence in place of a menu. */
  readonly showMessage: (...sentence: Sentence) => void
  /** Shows a sentence above the menu; none if it is empty. */
  readonly showNotice: (...sentence: Sentence) => void
  /** Marks the menu as last updated then, or as current if it is undefined. Runs after `showNotice`, whose place the basic board uses. */
  readonly markOutdated: (lastUpdate: Date | undefined) => void
}

/** Keeps the state of a board, and shows it after each event. */
export function createBoardState<Menu>(view: BoardView<Menu>, words: BoardWords) {
  let state: BoardState<Menu> = CONNECTING
  let graceTimer: ReturnType<typeof setTimeout> | undefined
  return { state: () => state, dispatch }

  function dispatch(event: BoardEvent<Menu>): void {
    const before = state
    state = nextState(before, event)
    const isKeyInvalid = state.connection === 'invalidKey'
    if (!isKeyInvalid) clearTimeout(graceTimer)
    else if (before.connection !== 'invalidKey')
      graceTimer = setTimeout(dispatch, REJECTED_KEY_GRACE_MS, { kind: 'keyGraceOver' })
    show(before.menu)
  }

  function show(shownMenu: Menu | undefined): void {
    const { menu, connection, confirmedAt } = state
    const [text, language] = sentenceOf(state, words)
    if (!menu) view.showMessage(text, language)
    else if (menu !== shownMenu) view.showMenu(menu)
    view.showNotice(menu ? text : '', language)
    view.markOutdated(connection === 'unavailable' ? confirmedAt : undefined)
  }
}
