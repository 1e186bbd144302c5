import type { Group } from '../shared/menu/fields.ts'

/** What may be written from top to bottom: letters that stand upright, and so few that they can be read at a glance. */
const UPRIGHT = /^[\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{1,6}$/
/** A row is at least so much higher than a letter of a heading. */
const LETTERS_PER_ROW = 1.5
/** A band beside fewer rows would be a square. */
const FEWEST_ROWS = 2

/** Returns beside how many rows of items a heading fits as a band that is written from top to bottom. */
export function rowsBeside(name: string): number {
  return Math.max(FEWEST_ROWS, Math.ceil(name.length / LETTERS_PER_ROW))
}

/** Returns whether all groups have such headings: those of a board look alike. */
export function haveBands(groups: readonly Group[]): boolean {
  return groups.every(({ name, items }) => UPRIGHT.test(name) && items.length >= rowsBeside(name))
}

/** Returns whether the look, in the language of the board, has such headings. */
export function mayHaveBands(frame: HTMLElement): boolean {
  return getComputedStyle(frame).getPropertyValue('--bands').trim() !== ''
}
