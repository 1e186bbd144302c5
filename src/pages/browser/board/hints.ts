import { requestMenuIds, type Selection } from '../shared/feed/requests.ts'
import { isLocale, type Parameters, THEMES } from './parameters.ts'

/** Long enough to read for the person who sets up a screen. A screen in service shows no hints. */
const HINTS_MS = 60_000
/** How long to wait before a list of menus that was unavailable is requested again. */
const RETRY_MS = 5_000
const MAX_QUOTED_CHARACTERS = 40
const MAX_QUOTED_IDS = 3

/** Shows the person who sets up a screen which parts of the address the board does not know. */
export interface Hints {
  /** Requests the menus of the key, until they are available, and shows which menus in the address are not among them. */
  readonly checkMenus: (selection: Selection) => Promise<void>
  /** Shows why the device in the address is not reported as running; nothing if it is. */
  readonly explainDevice: (status: number | undefined, message: string) => void
}

/** @param show shows hints, in English, in place of earlier ones */
export function createHints(
  search: string,
  parameters: Parameters,
  show: (hints: readonly string[]) => void,
): Hints {
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
    show(isOver ? [] : [...hints, ...menuHints, ...deviceHints])
  }

  function end(): void {
    isOver = true
    draw()
  }

  function explainDevice(status: number | undefined, message: string): void {
    deviceHints = status === undefined ? [] : [deviceHint(quoted(parameters.device ?? ''), status, message)]
    draw()
  }

  async function checkMenus(selection: Selection): Promise<void> {
    if (isRequested || isOver) return
    isRequested = true
    const result = await requestMenuIds(selection)
    isRequested = result.kind === 'menus'
    if (result.kind === 'unavailable') setTimeout(() => void checkMenus(selection), RETRY_MS)
    if (result.kind !== 'menus' || isOver) return
    const unknown = wanted.flatMap((value) => unknownIds(value, result.ids))
    menuHints = unknown.length > 0 ? [menusHint(unknown)] : []
    draw()
  }
}

function hintsOf(query: URLSearchParams, { theme, currency }: Parameters): string[] {
  const hintIfWrong = (name: string, isKnown: (value: string) => boolean, remedy: string) => {
    const value = query.get(name) ?? ''
    return value === '' || isKnown(value) ? [] : [`Unknown ${name} ${quoted(value)}. ${remedy}.`]
  }
  return [
    ...hintIfWrong('theme', (value) => value === theme, `Use ${listed(THEMES)}`),
    ...hintIfWrong('currency', () => currency !== undefined, 'Use a three-letter code, such as EUR'),
    ...hintIfWrong('locale', isLocale, 'Use a language tag, such as de-AT'),
  ]
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

/** @param message the message of the response, which tells two kinds of 404 apart */
function deviceHint(device: string, status: number, message: string): string {
  const problem = `The screen is not reported as device ${device}`
  if (status === 401) return `${problem}: its key is not valid.`
  if (status === 403) return `${problem}: its key needs the scope device:heartbeat.`
  if (message === 'Not found')
    return `${problem}: changes are switched off on this service. Start it with CHANGES=on.`
  return `${problem}: there is no such device, or the user of the key may not update it.`
}

function quoted(text: string): string {
  return `“${text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…` : text}”`
}

/** Formats a list, for example `a, b or c`. */
function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`
}
