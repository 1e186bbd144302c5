import type { Sort } from '../../fleet/order.ts'
import { Scale } from './bar.tsx'
import type { Columns } from './columns.ts'
import { DAY } from './history-bar.ts'
import type { ChangeView, View } from './view.ts'

interface TableHeadProps {
  readonly view: View
  readonly change: ChangeView
  readonly columns: Columns
}

export function TableHead({ view, change, columns }: TableHeadProps) {
  const sortable = (sort: Sort, name: string) => {
    const order = sort === 'name' ? 'ascending' : 'descending'
    return (
      <th scope="col" aria-sort={sort === view.sort ? order : 'none'}>
        <button class="sort" type="button" onClick={() => change({ sort })}>
          {name}
        </button>
      </th>
    )
  }
  return (
    <thead>
      <tr>
        {sortable('outage', 'State')}
        {sortable('name', 'Name')}
        {columns.site && (
          <th scope="col" class="site-name">
            Site
          </th>
        )}
        {sortable('seen', 'Last seen')}
        <th scope="col" class="wide">
          Last {DAY.words}
          <Scale length={DAY.length} />
        </th>
        <th scope="col" class="wide number-cell">
          30 days
        </th>
        {columns.localTime && (
          <th scope="col" class="wide extra local-time">
            Local time
          </th>
        )}
        {columns.screen && (
          <th scope="col" class="wide extra screen">
            Screen
          </th>
        )}
      </tr>
    </thead>
  )
}
