import { useEffect, useMemo, useRef } from 'preact/hooks'
import { scrollUpTo } from '../../browser/elements.ts'
import { localCount } from '../../browser/format-values.ts'
import { createMatcher, searchWords } from '../../lib/text/search.ts'
import { type Entry, type EntryGroup, optionsOf } from './entries.ts'
import { ItemRow, type SharedRowProps } from './item-row.tsx'
import { describePrice } from './price.ts'
import { type StockState, shownItem } from './state.ts'

interface ItemListProps extends SharedRowProps {
  readonly search: string
  /** The ids of the items to list; undefined for all items. */
  readonly listedIds: ReadonlySet<string> | undefined
  /** The items whose options are listed. */
  readonly expandedIds: ReadonlySet<string>
}

/** The groups of the menu, with the items that match the search. An item that is sold out or comes back stays where it is. */
export function ItemList({ search, listedIds, ...props }: ItemListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current) scrollUpTo(list.current)
  }, [search, listedIds])
  const { groups } = props.state
  const listed = useMemo(() => {
    const matches = createMatcher(searchWords(search))
    const isListed = (entry: Entry) => (listedIds?.has(entry.item.id) ?? true) && matches(searchTextOf(entry))
    return (groups ?? [])
      .map((group) => ({ ...group, entries: group.entries.filter(isListed) }))
      .filter(({ entries }) => entries.length > 0)
  }, [groups, search, listedIds])
  return (
    <div ref={list} id="items">
      {groups && listed.length === 0 && (
        <h2>{search === '' && listedIds ? 'Nothing is sold out' : `Nothing matches “${search}”`}</h2>
      )}
      {listed.map((group) => (
        <Group key={group.id} group={group} isFlat={listedIds !== undefined} {...props} />
      ))}
    </div>
  )
}

interface GroupProps extends Omit<ItemListProps, 'search' | 'listedIds'> {
  readonly group: EntryGroup
  /** Whether options are listed without their items. */
  readonly isFlat: boolean
}

function Group({ group, isFlat, expandedIds, ...props }: GroupProps) {
  const { state } = props
  const isListed = ({ ancestors }: Entry) => isFlat || ancestors.every(({ id }) => expandedIds.has(id))
  return (
    <section id={`group-${group.id}`}>
      <h2>{group.name}</h2>
      <ul>
        {group.entries.filter(isListed).map((entry) => (
          <ItemRow
            key={entry.item.id}
            {...props}
            entry={entry}
            name={isFlat ? entry.name : entry.item.name}
            level={isFlat ? 0 : entry.ancestors.length}
            price={isFlat ? undefined : describePriceOf(state, entry)}
            options={isFlat ? undefined : describeOptions(state, entry)}
            areOptionsOpen={expandedIds.has(entry.item.id)}
            hasMorningButton={isFlat}
          />
        ))}
      </ul>
    </section>
  )
}

/** @returns undefined for an item that has only the prices of its options */
function describePriceOf(state: StockState, { item }: Entry): string | undefined {
  const { price } = shownItem(state, item)
  return price === null && item.items.length > 0 ? undefined : describePrice(price)
}

function describeOptions(state: StockState, entry: Entry): string | undefined {
  const amount = entry.item.items.length
  if (amount === 0) return undefined
  const out = optionsOf(entry).filter(({ item }) => !shownItem(state, item).inStock).length
  return localCount(amount, 'option') + (out > 0 ? `, ${out} sold out` : '')
}

/** An item is found with all of its options, by any of their names and that of its group. */
function searchTextOf({ item, ancestors: [first = item], group }: Entry): string {
  return [first.name, group, ...first.items.map(({ name }) => name)].join('\n')
}
