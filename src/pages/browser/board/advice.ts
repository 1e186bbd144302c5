import { smallestText } from './legible.ts'
import type { Round } from './pager.ts'
import type { Parameters } from './parameters.ts'

/** Guests wait no longer for a page than this, and see no more pages. */
const MAX_PAGES = 4
const MAX_ROUND_MS = 60_000
/** From where else guests could read the screen, as a share of the distance. */
const NEARER = 2 / 3

type Setting = Pick<Parameters, 'maxPages' | 'part' | 'diagonalInches' | 'distanceMetres'>

/** Returns how long a round of a menu that does not fit well is, and what would change it; nothing for one that fits. */
export function adviceOn(round: Round, setting: Setting): string {
  const { pages, durationMs, hasDescriptions } = round
  const isOver = setting.maxPages !== undefined && pages > setting.maxPages
  if (!isOver && pages <= MAX_PAGES && durationMs <= MAX_ROUND_MS) return ''
  const count = isOver ? `Not ${setting.maxPages} pages, ` : ''
  const remedies = [
    ...nearer(pages, setting),
    setting.part ? `more screens than ${setting.part.of}` : 'screen=1of2',
    ...(hasDescriptions ? ['no descriptions'] : []),
  ]
  return `${count}${Math.round(durationMs / 1_000)} s a round. Fewer pages: ${remedies.join(', ')}`
}

/** The area of text grows with the square of its size, so that this is about right. */
function nearer(pages: number, { diagonalInches, distanceMetres }: Setting): string[] {
  const metres = Math.ceil(2 * NEARER * distanceMetres) / 2
  const window = { width: innerWidth, height: innerHeight }
  const namePx = (distance: number) =>
    smallestText({ diagonalInches, distanceMetres: distance }, window).namePx
  const expected = Math.ceil(pages * (namePx(metres) / namePx(distanceMetres)) ** 2)
  if (expected >= pages) return []
  // A screen that stands upright has no room for more.
  return [innerWidth > innerHeight ? `distance=${metres} (about ${expected})` : `distance=${metres}`]
}
