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
  const plain = (isShown: boolean, name: string, className: string) =>
    isShown && (
      <th scope="col" class={className}>
        {name}
      </th>
    )
  return (
    <thead>
      <tr>
        {sortable('outage', 'State')}
        {sortable('name', 'Name')}
        {sortable('seen', 'Last seen')}
        <th scope="col" class="wide">
          Last {DAY.words}
          <Scale length={DAY.length} />
        </th>
        {plain(columns.month, '30 days', 'wide number-cell')}
        {plain(columns.localTime, 'Local time', 'wide extra local-time')}
        {plain(columns.screen, 'Screen', 'wide extra screen')}
      </tr>
    </thead>
  )
}
