import { expect, test } from 'vitest'
import {
  type BoardEvent,
  type BoardState,
  CONNECTING,
  nextState,
  sentenceOf,
} from '../src/boards/shared/board-state.ts'
import { wordsFor } from '../src/boards/shared/words.ts'

const at = new Date('2026-11-25T12:00:00Z')
const MENU: BoardEvent<string> = { kind: 'connected', menu: 'lunch', at }
const STORED: BoardEvent<string> = { kind: 'stored', menu: 'old lunch', at }
const NOTHING_STORED: BoardEvent<string> = { kind: 'stored', menu: undefined, at: undefined }
const CONNECTED: BoardEvent<string> = { kind: 'connected', at }
const UNAVAILABLE: BoardEvent<string> = { kind: 'unavailable' }
const REJECTED: BoardEvent<string> = { kind: 'rejected' }
const REJECTED_NOW: BoardEvent<string> = { kind: 'rejected', hasWorked: true }
const REFUSED: BoardEvent<string> = { kind: 'refused', sentence: '' }
const WRONG: BoardEvent<string> = { kind: 'refused', sentence: 'depth must be a whole number.' }
const GRACE_OVER: BoardEvent<string> = { kind: 'graceOver' }

const WAITING = 'The menu will appear shortly.'
const INVALID = 'The key in this screen’s address is not valid.'
const EXPIRED = 'This screen’s access has expired.'
const MAY_NOT_READ = 'This key may not read this menu.'

test.each<[readonly BoardEvent<string>[], string | undefined, BoardState<string>['connection'], string]>([
  [[NOTHING_STORED], undefined, 'unavailable', WAITING],
  [[STORED], 'old lunch', 'unavailable', ''],
  [[STORED, MENU], 'lunch', 'connected', ''],
  [[MENU, STORED], 'lunch', 'connected', ''],
  [[MENU, UNAVAILABLE], 'lunch', 'unavailable', ''],
  [[MENU, UNAVAILABLE, CONNECTED], 'lunch', 'connected', ''],
  [[REJECTED, STORED], undefined, 'rejected', INVALID],
  [[REJECTED_NOW, REJECTED], undefined, 'rejected', EXPIRED],
  [[MENU, REJECTED], 'lunch', 'rejected', EXPIRED],
  [[MENU, REJECTED, UNAVAILABLE], 'lunch', 'rejected', EXPIRED],
  [[MENU, REJECTED, UNAVAILABLE, GRACE_OVER], undefined, 'rejected', EXPIRED],
  [[MENU, REJECTED, GRACE_OVER, MENU], 'lunch', 'connected', ''],
  [[REFUSED], undefined, 'refused', MAY_NOT_READ],
  [[STORED, REFUSED], 'old lunch', 'refused', MAY_NOT_READ],
  [[MENU, WRONG], 'lunch', 'refused', 'depth must be a whole number.'],
  [[MENU, REJECTED, REFUSED, UNAVAILABLE], 'lunch', 'unavailable', ''],
])('after %j, a board shows %s, is %s, and says “%s”', (events, menu, connection, text) => {
  const state = events.reduce<BoardState<string>>(nextState, CONNECTING)
  expect([state.menu, state.connection, sentenceOf(state, wordsFor('en'))[0]]).toEqual([
    menu,
    connection,
    text,
  ])
})
