import type { Menu } from '#dist/menu/schema.js'
import type { GroupsRequest } from '../../browser/menu/requests.ts'
import { missingScope } from '../../browser/refusals.ts'
import { CHANGES_OFF, type Failure, isRouteMissing, request } from '../../browser/request.ts'
import { isUsable } from '../../browser/selection.ts'
import { MENUS } from '../../browser/service.ts'
import { cutTo } from '../../lib/text/cut-to.ts'
import { LABELLINGS } from '../labellings.ts'
import { LOOKS } from '../looks.ts'
import { spelled } from '../shared/languages.ts'
import { MARK_STYLES } from '../shared/marks.ts'
import {
  type CheckedParameter,
  DIAGONAL_INCHES,
  DISTANCE_METRES,
  isDigits,
  type Parameters,
} from '../shared/parameters.ts'
import { isLegible } from './legible.ts'
import type { Screen } from './screen.ts'

/** Long enough to read for the person who sets up a screen. A screen in service shows no hints. */
const HINTS_MS = 60_000
/** How long to wait before a list of menus that was unavailable is requested again. */
const RETRY_MS = 5_000
const MAX_QUOTED_CHARACTERS = 40
const MAX_QUOTED_IDS = 3

/**
 * Shows the person who sets up a screen which parts of the address the board does not know.
 * @param screen shows hints, in English, in place of earlier ones
 */
export function createHints(search: string, parameters: Parameters, screen: Pick<Screen, 'showHints'>) {
  const query = new URLSearchParams(search)
  const wanted = query.getAll('menus').filter((value) => value !== '')
  const hints = hintsOf(query, parameters)
  let menuHints: readonly string[] = []
  let deviceHints: readonly string[] = []
  let isRequested = wanted.length === 0
  let isOver = false
  draw()
  setTimeout(end, HINTS_MS)
  return { checkMenus, explainDevice }

  function draw(): void {
    screen.showHints(isOver ? [] : [...hints, ...menuHints, ...deviceHints])
  }

  function end(): void {
    isOver = true
    draw()
  }

  /** Shows why the device in the address is not reported as running; nothing if it is. */
  function explainDevice(refusal: Failure | undefined): void {
    deviceHints = refusal ? [deviceHint(quoted(parameters.device ?? ''), refusal)] : []
    draw()
  }

  /** Requests the menus of the key, until they are available, and shows which menus in the address are not among them. */
  async function checkMenus({ key }: Pick<GroupsRequest, 'key'>): Promise<void> {
    if (isRequested || isOver) return
    isRequested = true
    const answer = await request<readonly Menu[]>(MENUS, '/v1/menus', key, { cache: 'no-store' })
    isRequested = answer.isOk
    if (!answer.isOk && answer.status !== 401) setTimeout(() => void checkMenus({ key }), RETRY_MS)
    if (!answer.isOk || isOver) return
    const known = new Set(answer.body.map(({ id }) => id))
    const unknown = wanted.flatMap((value) => unknownIds(value, known))
    menuHints = unknown.length > 0 ? [menusHint(unknown)] : []
    draw()
  }
}

/** The known values of a parameter, and a hint for other values. */
type Rule = readonly [isKnown: (value: string) => boolean, remedy: string]

function hintsOf(query: URLSearchParams, parameters: Parameters): string[] {
  const { theme, accent, currency, marks, labelling, diagonalInches, distanceMetres } = parameters
  const { part, maxPages, soldOut } = parameters
  const inches = `Use a number of inches from ${DIAGONAL_INCHES.min} to ${DIAGONAL_INCHES.max}, such as 55`
  const metres = `Use a number of metres from ${DISTANCE_METRES.min} to ${DISTANCE_METRES.max}, such as 3`
  const rules: Readonly<Record<CheckedParameter | 'depth' | 'page' | 'pageSize', Rule>> = {
    theme: [(value) => value === theme, `Use ${listed(LOOKS)}`],
    accent: [() => accent !== undefined, 'Use six hexadecimal digits, such as 2a9d8f'],
    currency: [() => currency !== undefined, 'Use a three-letter code, such as EUR'],
    locale: [(value) => spelled(value) !== undefined, 'Use a language tag, such as de-AT'],
    digits: [isDigits, 'Use latn, or leave it out'],
    depth: [(value) => isUsable('depth', value), 'Use a whole number, such as 2'],
    page: [(value) => isUsable('page', value), 'Use a whole number from 1'],
    pageSize: [(value) => isUsable('pageSize', value), 'Use a whole number from 1'],
    marks: [(value) => value === marks, `Use ${listed(MARK_STYLES)}`],
    labelling: [(value) => value === labelling, `Use ${listed(LABELLINGS)}`],
    diagonal: [(value) => Number(value) === diagonalInches, inches],
    distance: [(value) => Number(value) === distanceMetres, metres],
    maxpages: [() => maxPages !== undefined, 'Use a whole number from 1 to 99'],
    screen: [() => part !== undefined, 'Use a form such as 2of3'],
    soldout: [(value) => value === soldOut, 'Use mark or hide'],
  }
  const unknown = Object.entries(rules).flatMap(([name, [isKnown, remedy]]) => {
    const value = query.get(name) ?? ''
    return value === '' || isKnown(value) ? [] : [`Unknown ${name} ${quoted(value)}. ${remedy}.`]
  })
  const tooFar = isLegible(parameters) ? [] : [tooFarHint(parameters)]
  return [...unknown, ...tooFar]
}

function tooFarHint({ diagonalInches, distanceMetres }: Parameters): string {
  return `A screen of ${diagonalInches} inches is too small to be read from ${distanceMetres} metres.`
}

/** Returns the unknown ids in a value. The service accepts one id, comma-separated ids, or a JSON array. */
function unknownIds(value: string, known: ReadonlySet<string>): string[] {
  const isUnknown = (id: string) => id !== '' && !known.has(id)
  return jsonArray(value)
    .filter(isUnknown)
    .flatMap((id) => id.split(',').filter(isUnknown))
}

function jsonArray(value: string): string[] {
  try {
    const members: unknown = JSON.parse(value)
    return Array.isArray(members) ? members.map(String) : [value]
  } catch {
    return [value]
  }
}

function menusHint(unknown: readonly string[]): string {
  const more = unknown.length - MAX_QUOTED_IDS
  const ids = unknown.slice(0, MAX_QUOTED_IDS).map(quoted).join(', ')
  return `Unknown menu ${ids}${more > 0 ? ` and ${more} more` : ''}. The page /app/menus lists the menus of this key.`
}

function deviceHint(device: string, refusal: Failure): string {
  const problem = `The screen is not reported as device ${device}`
  if (refusal.status === 401) return `${problem}: its key is not valid.`
  if (refusal.status === 403) return `${problem}. ${missingScope('device:heartbeat')}`
  if (isRouteMissing(refusal)) return `${problem}. ${CHANGES_OFF}`
  return `${problem}: there is no such device, or the user of the key may not update it.`
}

function quoted(text: string): string {
  return `“${cutTo(MAX_QUOTED_CHARACTERS, text)}”`
}

/** Formats a list, for example `a, b or c`. */
function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`
}
