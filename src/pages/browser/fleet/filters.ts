import { byId, part, scrollUpTo, setText } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import { STATE_NAMES, STATES } from './known-device.ts'
import type { Counts, StateFilter } from './known-fleet.ts'

const STATE_FILTERS: readonly StateFilter[] = ['all', ...STATES]

export interface Filters {
  readonly state: StateFilter
  readonly search: string
}

/** The states to choose from, each with its count, and the search. */
export function attachFilters(onChange: () => void) {
  const form = byId('filters', HTMLFormElement)
  const search = byId('search', HTMLInputElement)
  const matches = byId('matches', HTMLElement)
  form.addEventListener('input', () => {
    onChange()
    scrollUpTo(form)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  return { current, showCounts }

  function current(): Filters {
    const value = new FormData(form).get('filter')
    return { state: STATE_FILTERS.find((state) => state === value) ?? 'all', search: search.value.trim() }
  }

  function showCounts(counts: Counts, matchCount: number): void {
    for (const state of STATE_FILTERS) setText(part(form, `count-${state}`), formatNumber(counts[state]))
    setText(matches, describe(counts, matchCount, current()))
  }
}

function describe(counts: Counts, matchCount: number, filters: Filters): string {
  if (counts.all === 0) return ''
  if (matchCount === 0) return `No devices match ${conditionsOf(filters)}.`
  return filters.search === '' ? '' : `${formatNumber(matchCount)} of ${formatNumber(counts.all)} devices`
}

/** Describes the filters, for example `“lobby” and the status “Offline”`. */
function conditionsOf({ state, search }: Filters): string {
  const conditions = search === '' ? [] : [`“${search}”`]
  if (state !== 'all') conditions.push(`the status “${STATE_NAMES[state]}”`)
  return conditions.join(' and ')
}
