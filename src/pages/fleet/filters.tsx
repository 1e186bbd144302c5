import type { Fleet } from '#dist/fleet/schema.js'
import { localNumber } from '../../browser/format-values.ts'
import type { FleetState } from '../../fleet/states.ts'
import { keysOf } from '../../lib/records.ts'
import { CsvButton } from './csv-button.tsx'
import { StateIcon } from './device-state.tsx'
import { SearchField } from './search-field.tsx'
import { fleetQuery, STATE_NAMES, type useView } from './view.ts'

interface FiltersProps extends Omit<ReturnType<typeof useView>, 'closeDevice'> {
  readonly fleet: Fleet | undefined
}

/** The states to choose from, each with its count, and the search. */
export function Filters({ fleet, view, pushView, replaceView }: FiltersProps) {
  const countOf = (state: FleetState | undefined) => fleet?.counts[state ?? 'all'] ?? 0
  const choice = (state: FleetState | undefined) => (
    <label class={`count ${state ?? ''} ${countOf(state) === 0 ? 'none' : ''}`}>
      <input type="radio" name="state" checked={view.state === state} onChange={() => pushView({ state })} />
      <span class="number">{localNumber(countOf(state))}</span>
      <span class="word">
        {state && <StateIcon state={state} />}
        {state ? STATE_NAMES[state] : 'All'}
      </span>
    </label>
  )
  return (
    <search aria-label="Devices">
      <form id="filters" onSubmit={(event) => event.preventDefault()}>
        <fieldset class="counts" aria-label="State">
          {choice(undefined)}
          {keysOf(STATE_NAMES).map(choice)}
        </fieldset>
        <div class="tools">
          <SearchField text={view.search} onSearch={(search) => replaceView({ search })} />
          <CsvButton query={fleetQuery(view)} />
        </div>
      </form>
    </search>
  )
}
