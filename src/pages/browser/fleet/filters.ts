import type { Fleet } from '#dist/monitoring/fleet/schema.js'
import { hasTooManyWords, MAX_WORDS } from '../../../monitoring/fleet/search.ts'
import { byId, part, scrollUpTo, setText } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import { type createView, LAYOUTS, STATE_NAMES, STATES, type View } from './view.ts'

const SEARCH_DELAY_MS = 200
const NO_COUNTS = { all: 0, online: 0, offline: 0, asleep: 0, never: 0 }

/** The states to choose from, each with its count, the search, the site, and how devices are shown. */
export function attachFilters(view: ReturnType<typeof createView>) {
  const form = byId('filters', HTMLFormElement)
  const search = byId('search', HTMLInputElement)
  const matches = byId('matches', HTMLElement)
  const allSites = byId('all-sites', HTMLButtonElement)
  let searching: ReturnType<typeof setTimeout> | undefined

  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target === search) return
    if (target.name === 'view') view.change({ layout: LAYOUTS.find((layout) => layout === target.value) })
    else view.change({ state: STATES.find((state) => state === target.value) })
    scrollUpTo(form)
  })
  search.addEventListener('input', () => {
    clearTimeout(searching)
    searching = setTimeout(() => view.replace({ search: search.value.trim() }), SEARCH_DELAY_MS)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  allSites.addEventListener('click', () => view.change({ site: '' }))
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'radio'
    if (event.key !== '/' || isTyping || document.querySelector('dialog[open]')) return
    event.preventDefault()
    search.focus()
  })
  show(view.current())
  return { show, showCounts }

  function show({ state, search: text, site }: View): void {
    check('state', state ?? '')
    if (search.value.trim() !== text) search.value = text
    allSites.hidden = site === ''
  }

  function check(name: string, value: string): void {
    for (const input of form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`))
      input.checked = input.value === value
  }

  function showCounts(fleet: Fleet | undefined, loaded: number, given: View): void {
    const counts = fleet?.counts ?? NO_COUNTS
    for (const name of ['all', ...STATES] as const)
      setText(part(form, `count-${name}`), formatNumber(counts[name]))
    part(form, 'asleep').hidden = counts.asleep === 0 && given.state !== 'asleep'
    check('view', given.layout ?? '')
    document.title = `${counts.offline > 0 ? `(${counts.offline}) ` : ''}Fleet · signage-service`
    setText(matches, fleet === undefined ? '' : describe(fleet, loaded, given))
  }
}

/** How many devices are shown, of how many. */
function describe({ counts, total }: Fleet, loaded: number, given: View): string {
  if (counts.all === 0) return ''
  if (hasTooManyWords(given.search))
    return `Not searched: more than ${MAX_WORDS} different words. Remove some of them.`
  if (total === 0) return `No devices match ${conditionsOf(given)}.`
  const shown = loaded < total ? `${formatNumber(loaded)} of ${formatNumber(total)} shown` : ''
  const found = total < counts.all ? `${formatNumber(total)} of ${formatNumber(counts.all)} devices` : ''
  return [found, shown].filter(Boolean).join(', ')
}

/** Describes the filters, for example `“lobby” and the status “Offline”`. */
function conditionsOf({ state, search, site }: View): string {
  const conditions = search === '' ? [] : [`“${search}”`]
  if (state !== undefined) conditions.push(`the status “${STATE_NAMES[state]}”`)
  if (site !== '') conditions.push('the site')
  return conditions.join(' and ')
}
