import { Scale } from './bar.tsx'
import type { Columns } from './columns.ts'
import { DAY } from './history-bar.ts'

export function TableHead({ columns }: { readonly columns: Columns }) {
  const optional = (isShown: boolean, name: string, className: string) =>
    isShown && (
      <th scope="col" class={className}>
        {name}
      </th>
    )
  return (
    <thead>
      <tr>
        <th scope="col">State</th>
        <th scope="col">Name</th>
        <th scope="col">Last seen</th>
        <th scope="col" class="wide">
          Last {DAY.words}
          <Scale length={DAY.length} />
        </th>
        {optional(columns.month, '30 days', 'wide number-cell')}
        {optional(columns.localTime, 'Local time', 'wide extra local-time')}
        {optional(columns.screen, 'Screen', 'wide extra screen')}
      </tr>
    </thead>
  )
}
