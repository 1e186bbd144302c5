import { useMemo, useState } from 'preact/hooks'
import type { Group, Item } from '#dist/menu/schema.js'
import { localCount, localNumber } from '../../browser/format-values.ts'
import { flattenGroups, flattenItems, pathName } from '../../browser/tree.ts'
import { createMatcher, searchWords } from '../../lib/text/search.ts'
import { Groups, ItemRow } from './menu-tree.tsx'

/** Menus with at most this many items are expanded at first, so that more than a list of names is visible. */
const MAX_EXPANDED = 200
/** More matches would keep the browser busy for too long, and nobody would read them. */
const MAX_MATCHES = 200

/** An item, with the names of the groups and items around it. */
interface SearchableItem {
  readonly item: Item
  readonly path: string
}

/** Shows groups as trees, or the items that match a search. @param groups undefined until there is a response */
export function ContentsView({ groups }: { readonly groups: readonly Group[] | undefined }) {
  const [search, setSearch] = useState('')
  const text = search.trim()
  const items = useMemo(() => searchableItemsOf(groups ?? []), [groups])
  const matches = useMemo(() => {
    const isMatch = createMatcher(searchWords(text))
    return text === '' ? undefined : items.filter((item) => isMatch(searchTextOf(item)))
  }, [items, text])
  // The same element is not drawn again when something else on the page changes.
  const tree = useMemo(
    () => <Groups groups={groups ?? []} areOpen={items.length <= MAX_EXPANDED} />,
    [groups, items],
  )
  return (
    <section class="contents" aria-label="Groups and items">
      <search>
        <input
          id="search"
          type="search"
          aria-label="Search items"
          placeholder="Search items"
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </search>
      <p class="soft small" id="amount" role="status">
        {matches ? describeMatchCount(matches.length) : groups && localCount(groups.length, 'group')}
      </p>
      <div id="tree">
        {matches ? (
          <ul class="items">
            {matches.slice(0, MAX_MATCHES).map(({ item, path }, index) => (
              <ItemRow key={`${index} ${item.id}`} item={item} path={path} />
            ))}
          </ul>
        ) : (
          tree
        )}
      </div>
    </section>
  )
}

function searchableItemsOf(groups: readonly Group[]): SearchableItem[] {
  return flattenGroups(groups).flatMap(({ node: group, ancestors: outerGroups }) =>
    flattenItems(group.items).map(({ node: item, ancestors }) => ({
      item,
      path: pathName([...outerGroups, group, ...ancestors]),
    })),
  )
}

function searchTextOf({ path, item: { name, description, tags } }: SearchableItem): string {
  return [path, name, description, ...tags].join('\n')
}

function describeMatchCount(amount: number): string {
  if (amount === 0) return 'No matches'
  return `${localCount(amount, 'item')}${amount > MAX_MATCHES ? `, the first ${localNumber(MAX_MATCHES)}` : ''}`
}
