import type { Column } from './columns.tsx'

export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ heading, className }, index) => (
          <th key={index} scope="col" class={className}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}
