import { byId, part, setText } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import { STATE_NAMES, STATES } from './known-device.ts'
import type { Counts, Filter } from './known-fleet.ts'

const FILTERS: readonly Filter[] = ['all', ...STATES]

export interface Choice {
  readonly filter: Filter
  readonly search: string
}

/** The filters, each with its count, and the search. */
export function attachChoice(onChange: () => void) {
  const form = byId('choice', HTMLFormElement)
  const search = byId('search', HTMLInputElement)
  const chosen = byId('chosen', HTMLElement)
  form.addEventListener('input', () => {
    onChange()
    // A shorter list may end above the window if the page is scrolled far down.
    if (form.getBoundingClientRect().top < 0) form.scrollIntoView()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  return { current, tell }

  function current(): Choice {
    const value = new FormData(form).get('filter')
    return { filter: FILTERS.find((filter) => filter === value) ?? 'all', search: search.value.trim() }
  }

  function tell(counts: Counts, chosenCount: number): void {
    for (const filter of FILTERS) setText(part(form, `count-${filter}`), formatNumber(counts[filter]))
    setText(chosen, describe(counts, chosenCount, current()))
  }
}

function describe(counts: Counts, chosenCount: number, choice: Choice): string {
  if (counts.all === 0) return ''
  if (chosenCount === 0) return `No devices match ${conditionsOf(choice)}.`
  return choice.search === '' ? '' : `${formatNumber(chosenCount)} of ${formatNumber(counts.all)} devices`
}

/** Describes a choice, for example `“lobby” and the status “Offline”`. */
function conditionsOf({ filter, search }: Choice): string {
  const conditions = search === '' ? [] : [`“${search}”`]
  if (filter !== 'all') conditions.push(`the status “${STATE_NAMES[filter]}”`)
  return conditions.join(' and ')
}
