import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BoardEvent, createBoardState } from '../src/boards/shared/board-state.ts'
import { wordsFor } from '../src/boards/shared/words.ts'

const at = new Date('2026-11-25T12:00:00Z')
const EVENTS: Readonly<Record<string, BoardEvent<string>>> = {
  connected: { kind: 'connected', at },
  menu: { kind: 'connected', menu: 'lunch', at },
  stored: { kind: 'stored', menu: 'old lunch', at },
  nothing: { kind: 'stored', menu: undefined, at: undefined },
  rejected: { kind: 'invalidKey' },
  revoked: { kind: 'invalidKey', wasKeyValid: true },
  refused: { kind: 'refused', sentence: '' },
  wrong: { kind: 'refused', sentence: 'depth must be a whole number.' },
  unavailable: { kind: 'unavailable' },
  later: { kind: 'keyGraceOver' },
}
// A board whose key was rejected waits before it removes its menu.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const WAITING = 'The menu will appear shortly.'
const INVALID = 'The key in this screen’s address is not valid.'
const EXPIRED = 'This screen’s access has expired.'
const MAY_NOT_READ = 'This key may not read this menu.'

test.each([
  ['nothing', undefined, 'unavailable', WAITING],
  ['stored', 'old lunch', 'unavailable', ''],
  ['stored menu', 'lunch', 'connected', ''],
  ['menu stored', 'lunch', 'connected', ''],
  ['menu unavailable', 'lunch', 'unavailable', ''],
  ['menu unavailable connected', 'lunch', 'connected', ''],
  ['rejected stored', undefined, 'invalidKey', INVALID],
  ['revoked rejected', undefined, 'invalidKey', EXPIRED],
  ['menu rejected', 'lunch', 'invalidKey', EXPIRED],
  ['menu rejected unavailable', 'lunch', 'invalidKey', EXPIRED],
  ['menu rejected unavailable later', undefined, 'invalidKey', EXPIRED],
  ['menu rejected later menu', 'lunch', 'connected', ''],
  ['refused', undefined, 'refused', MAY_NOT_READ],
  ['stored refused', 'old lunch', 'refused', MAY_NOT_READ],
  ['menu wrong', 'lunch', 'refused', 'depth must be a whole number.'],
  ['menu rejected refused unavailable', 'lunch', 'unavailable', ''],
])('after %s, a board shows %s, is %s, and says “%s”', (events, menu, connection, text) => {
  const said = { message: '', notice: '' }
  const view = {
    showMenu: () => Object.assign(said, { message: '' }),
    showMessage: (message: string) => Object.assign(said, { message }),
    showNotice: (notice: string) => Object.assign(said, { notice }),
    markOutdated: () => {},
  }
  const { state, dispatch } = createBoardState<string>(view, wordsFor('en'))
  for (const name of events.split(' ')) dispatch(EVENTS[name] ?? { kind: 'unavailable' })
  expect([state().menu, state().connection, said.message + said.notice]).toEqual([menu, connection, text])
})
