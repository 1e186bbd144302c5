import type { Group } from '../../browser/menu/menu-fields.ts'

/** A short heading of upright letters, which may be written from top to bottom. */
const VERTICAL = /^[\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{1,6}$/
/** The letters of a heading that fit beside one row. */
const LETTERS_PER_ROW = 1.5
/** A band beside fewer rows would be a square. */
const FEWEST_ROWS = 2

/** Returns how many rows of items a heading needs beside it as a band, which is written from top to bottom. */
export function rowsBeside(name: string): number {
  return Math.max(FEWEST_ROWS, Math.ceil(name.length / LETTERS_PER_ROW))
}

/** Returns whether the headings of all groups may be bands. The headings of one board look alike. */
export function haveBands(groups: readonly Group[]): boolean {
  return groups.every(({ name, items }) => VERTICAL.test(name) && items.length >= rowsBeside(name))
}

/** Returns whether the board may have bands: if its language may be written from top to bottom, and its look has bands. */
export function mayHaveBands(frame: HTMLElement): boolean {
  const isVertical = document.documentElement.matches('[data-letters~="vertical"]')
  return isVertical && getComputedStyle(frame).getPropertyValue('--bands') !== ''
}
