import type { Menu } from '#dist/menu/schema.js'
import { missingScope } from '../../browser/failures.ts'
import type { GroupsRequest } from '../../browser/menu/request-groups.ts'
import { CHANGES_OFF, type Failure, isEndpointMissing, request } from '../../browser/request.ts'
import { MENU_API } from '../../browser/service.ts'
import { cutTo } from '../../lib/text/cut-to.ts'
import { partsOf, readValues } from '../../lib/text/several-values.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import type { BoardViewWithHints } from './board-view.ts'
import { isLegible } from './legible.ts'

/** Long enough for the person who sets up a screen to read the hints. Guests should not see them. */
const HINTS_MS = 60_000
const MAX_QUOTED_CHARACTERS = 40
const MAX_QUOTED_IDS = 3

/**
 * Shows the person who sets up a screen which values in the address the board does not know.
 * @param view shows hints, in English, in place of earlier ones
 */
export function createHints(
  search: string,
  parameters: BoardParameters,
  view: Pick<BoardViewWithHints, 'showHints'>,
) {
  const wanted = readValues(new URLSearchParams(search).getAll('menus'))
  const hints = hintsOf(parameters)
  let menuHints: readonly string[] = []
  let deviceHints: readonly string[] = []
  let areMenusChecked = wanted.length === 0
  let isOver = false
  draw()
  setTimeout(end, HINTS_MS)
  return { checkMenus, explainDevice }

  function draw(): void {
    view.showHints(isOver ? [] : [...hints, ...menuHints, ...deviceHints])
  }

  function end(): void {
    isOver = true
    draw()
  }

  /** Shows why the device in the address is not reported as running; nothing if it is. */
  function explainDevice(failure: Failure | undefined): void {
    deviceHints = failure ? [deviceHint(quoted(parameters.device ?? ''), failure)] : []
    draw()
  }

  /** Requests the menus of the key, and shows which menus in the address are not among them. */
  async function checkMenus({ key }: Pick<GroupsRequest, 'key'>): Promise<void> {
    if (areMenusChecked || isOver) return
    areMenusChecked = true
    const response = await request<readonly Menu[]>(MENU_API, '/v1/menus', key, { cache: 'no-store' })
    areMenusChecked = response.isOk
    if (!response.isOk) return
    const known = new Set(response.body.map(({ id }) => id))
    const isUnknown = (id: string) => !known.has(id)
    const unknown = wanted.filter(isUnknown).flatMap(partsOf).filter(isUnknown)
    menuHints = unknown.length > 0 ? [menusHint(unknown)] : []
    draw()
  }
}

function hintsOf(parameters: BoardParameters): string[] {
  const unknown = parameters.unknown.map(
    ([name, value]) =>
      `Unknown ${name} ${quoted(value)}. The reference of the board at /docs has the values.`,
  )
  const tooFar = isLegible(parameters) ? [] : [tooFarHint(parameters)]
  return [...unknown, ...tooFar]
}

function tooFarHint({ diagonalInches, distanceMetres }: BoardParameters): string {
  return `A screen of ${diagonalInches} inches is too small to be read from ${distanceMetres} metres.`
}

function menusHint(unknown: readonly string[]): string {
  const more = unknown.length - MAX_QUOTED_IDS
  const ids = unknown.slice(0, MAX_QUOTED_IDS).map(quoted).join(', ')
  return `Unknown menu ${ids}${more > 0 ? ` and ${more} more` : ''}. The page /app/menus lists the menus of this key.`
}

function deviceHint(device: string, failure: Failure): string {
  const problem = `This screen does not report as device ${device}`
  if (failure.status === 401) return `${problem}: its key is not valid.`
  if (failure.status === 403) return `${problem}. ${missingScope('device:heartbeat')}`
  if (isEndpointMissing(failure)) return `${problem}. ${CHANGES_OFF}`
  return `${problem}: there is no such device, or the user of the key may not update it.`
}

function quoted(text: string): string {
  return `“${cutTo(MAX_QUOTED_CHARACTERS, text)}”`
}
