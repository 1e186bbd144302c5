import {
  type BoardEvent,
  type BoardState,
  CONNECTING,
  nextState,
  type Sentence,
  sentenceOf,
} from './board-state.ts'
import { REJECTED_KEY_GRACE_MS } from './timing.ts'
import type { Words } from './words.ts'

/** What a board shows. */
export interface BoardView<Menu> {
  readonly showMenu: (menu: Menu) => void
  /** Shows a sentence in place of a menu. */
  readonly showMessage: (...sentence: Sentence) => void
  /** Shows a sentence above the menu; none if it is empty. */
  readonly showNotice: (...sentence: Sentence) => void
  /** Marks the menu as last updated at this time, or as current if it is undefined. */
  readonly markOutdated: (lastUpdate: Date | undefined) => void
}

/** Keeps the state of a board, and shows it after each event. */
export function createBoardState<Menu>(view: BoardView<Menu>, words: Words) {
  let state: BoardState<Menu> = CONNECTING
  let graceTimer: ReturnType<typeof setTimeout> | undefined
  return { state: () => state, dispatch }

  function dispatch(event: BoardEvent<Menu>): void {
    const before = state
    state = nextState(before, event)
    const isRejected = state.connection === 'rejected'
    if (!isRejected) clearTimeout(graceTimer)
    else if (before.connection !== 'rejected')
      graceTimer = setTimeout(dispatch, REJECTED_KEY_GRACE_MS, { kind: 'graceOver' })
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
