import type { Group } from '../../browser/menu/menu-fields.ts'

/** A short heading of upright characters, which may be written from top to bottom. */
const VERTICAL = /^[\u3005-\u3007\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]{1,6}$/
/** How many characters of a vertical heading fit beside one row. */
const CHARACTERS_PER_ROW = 1.5
/** A vertical heading beside fewer rows would be a square. */
const MIN_ROWS = 2

/** Returns how many rows of items a vertical heading needs beside it. */
export function rowsNeededBeside(name: string): number {
  return Math.max(MIN_ROWS, Math.ceil(name.length / CHARACTERS_PER_ROW))
}

/** Whether the headings of all groups may be vertical. The headings of one board look alike. */
export function canBeVertical(groups: readonly Group[]): boolean {
  return groups.every(({ name, items }) => VERTICAL.test(name) && items.length >= rowsNeededBeside(name))
}

/** Whether the language of the board may be written from top to bottom, and its look has vertical headings. */
export function mayHaveVerticalHeadings(frame: HTMLElement): boolean {
  const isVertical = document.documentElement.matches('[data-script~="vertical"]')
  return isVertical && getComputedStyle(frame).getPropertyValue('--vertical-headings') !== ''
}
