import type { Refusal } from '../../browser/refusals.ts'
import { REJECTED_KEY_GRACE_MS } from './timing.ts'
import type { Words } from './words.ts'

/** The menu of a board, and its connection to the service. */
export interface BoardState<Menu> {
  readonly menu: Menu | undefined
  /** When the service last confirmed the menu. */
  readonly confirmedAt: Date | undefined
  readonly connection: 'connecting' | 'connected' | Refusal['kind']
  /** The sentence of the service about a refusal; empty if it adds nothing. */
  readonly sentence: string
  /** Whether the key has been valid on this screen. */
  readonly hasWorked: boolean
}

export type BoardEvent<Menu> =
  | { readonly kind: 'menu'; readonly menu: Menu; readonly at: Date }
  | { readonly kind: 'connected'; readonly at: Date }
  /** The stored menu was read, because there is no response yet; undefined if none is stored. */
  | { readonly kind: 'stored'; readonly menu: Menu | undefined; readonly at: Date | undefined }
  | { readonly kind: 'rejected'; readonly hasWorked?: boolean }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'graceOver' }

/** The state of a board that has just been opened. */
export const CONNECTING = {
  menu: undefined,
  confirmedAt: undefined,
  connection: 'connecting',
  sentence: '',
  hasWorked: false,
} as const

/** Returns the state of a board after an event. */
export function nextState<Menu>(state: BoardState<Menu>, event: BoardEvent<Menu>): BoardState<Menu> {
  switch (event.kind) {
    case 'menu':
      return {
        ...CONNECTING,
        menu: event.menu,
        confirmedAt: event.at,
        connection: 'connected',
        hasWorked: true,
      }
    case 'connected':
      return { ...state, confirmedAt: event.at, connection: 'connected' }
    case 'stored': {
      if (state.menu || state.connection === 'rejected') return state
      const connection = state.connection === 'connecting' ? 'unavailable' : state.connection
      return { ...state, menu: event.menu, confirmedAt: event.at, connection }
    }
    // The menu stays for a while: a key that was revoked by mistake must not blank a screen at noon.
    case 'rejected':
      return { ...state, connection: 'rejected', hasWorked: state.hasWorked || event.hasWorked === true }
    // The menu stays: the address or the key may have been changed by mistake.
    case 'refused':
      return { ...state, connection: 'refused', sentence: event.sentence }
    // A rejected key stays rejected while nobody can say otherwise.
    case 'unavailable':
      return state.connection === 'rejected' ? state : { ...state, connection: 'unavailable' }
    case 'graceOver':
      return { ...state, menu: undefined }
  }
}

/** A sentence and its language. */
interface Sentence {
  readonly text: string
  readonly language: string
}

/** Returns the sentence in place of a menu, or above a menu; the latter is empty while only the connection is lost. */
export function sentenceOf(state: BoardState<unknown>, words: Words): Sentence {
  const { menu, connection, sentence, hasWorked } = state
  const { language, accessExpired, invalidKey, mayNotRead, waiting } = words
  if (connection === 'refused' && sentence) return { text: sentence, language: 'en' }
  if (connection === 'refused') return { text: mayNotRead, language }
  if (connection === 'rejected') return { text: menu || hasWorked ? accessExpired : invalidKey, language }
  return { text: menu ? '' : waiting, language }
}

/** Keeps the state of a board. @param draw called after each event */
export function createBoardState<Menu>(draw: (state: BoardState<Menu>) => void) {
  let state: BoardState<Menu> = CONNECTING
  let graceTimer: ReturnType<typeof setTimeout> | undefined
  return { state: () => state, dispatch }

  function dispatch(event: BoardEvent<Menu>): void {
    const wasRejected = state.connection === 'rejected'
    state = nextState(state, event)
    const isRejected = state.connection === 'rejected'
    if (!isRejected) clearTimeout(graceTimer)
    else if (!wasRejected) graceTimer = setTimeout(dispatch, REJECTED_KEY_GRACE_MS, { kind: 'graceOver' })
    draw(state)
  }
}
