import { shorten } from './cut-to.ts'

/** The most names that a sentence shows of an import. The rest are only counted. */
export const MAX_SHOWN_NAMES = 10

/**
 * Lists the first names, each shortened, because there may be thousands.
 * @param count how many there are in all; by default, the number of names
 */
export function listNames(names: readonly string[], maxNames: number, count = names.length): string {
  const shown = names.slice(0, maxNames).map(shorten)
  return shown.join(', ') + (count > shown.length ? ` and ${count - shown.length} more` : '')
}
