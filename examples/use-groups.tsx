import { useEffect, useState } from 'react'
import { followGroups } from './follow-groups.js'
import type { Groups } from './poll-groups.js'

/** The groups of a query, always up to date. Undefined until the first response. */
export function useGroups(service: string, query: string, key: string): Groups | undefined {
  const [groups, setGroups] = useState<Groups>()
  useEffect(() => followGroups({ service, query, key, onChange: setGroups }), [service, query, key])
  return groups
}

export function Menu({ service, menu, apiKey }: { service: string; menu: string; apiKey: string }) {
  const groups = useGroups(service, `menus=${encodeURIComponent(menu)}`, apiKey)
  if (groups === undefined) return <p>Loading …</p>
  return groups.groups.map(({ id, name, items }) => (
    <section key={id}>
      <h2>{name}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            {item.name} {item.inStock ? item.price : 'sold out'}
          </li>
        ))}
      </ul>
    </section>
  ))
}
