import { useEffect, useRef } from 'preact/hooks'
import { scrollUpTo } from '../../browser/elements.ts'
import { counted } from '../../browser/format-values.ts'
import { choicesOf, type Entry, type EntryGroup, entriesOf } from './entries.ts'
import { ItemRow, type RowsProps } from './item-row.tsx'
import { useKeptInPlace } from './keep-in-place.ts'
import { describePrices, mainPricesOf } from './price.ts'
import { findRoughly } from './rough-search.ts'
import { type StockState, shownItem } from './state.ts'
import { describeMorning } from './until.ts'

interface ItemListProps extends RowsProps {
  readonly search: string
  /** The items whose choices are listed. */
  readonly open: ReadonlySet<string>
  /** An item that has just come back. It stays in the list of sold-out items until that is certain. */
  readonly justBack: string | undefined
}

/** The sold-out items, then the groups of the menu; or the results of a search. */
export function ItemList(props: ItemListProps) {
  const { state, search } = props
  const list = useRef<HTMLDivElement>(null)
  useKeptInPlace(list)
  useEffect(() => {
    if (list.current) scrollUpTo(list.current)
  }, [search])
  const { sections = [] } = state
  const groups = search === '' ? sections : findRoughly(sections, search)
  return (
    <div ref={list} id="items">
      {search === '' && state.sections && <SoldOut {...props} />}
      {search !== '' && groups.length === 0 && <h2>Nothing matches “{search}”</h2>}
      {groups.map((group) => (
        <Group key={group.id} group={group} {...props} />
      ))}
    </div>
  )
}

function SoldOut({ justBack, ...props }: ItemListProps) {
  const { state, now } = props
  const isOut = ({ item }: Entry) => !shownItem(state, item).inStock
  const entries = entriesOf(state.sections ?? [])
  const shown = entries.filter((entry) => isOut(entry) || entry.item.id === justBack)
  const amount = shown.filter(isOut).length
  const noteOf = (entry: Entry) => (isOut(entry) ? untilNote(state, entry, now) : 'in stock again')
  return (
    <section id="sold-out">
      <h2>Sold out now{amount > 0 && ` (${amount})`}</h2>
      {shown.length === 0 && <p class="soft empty">Nothing is sold out.</p>}
      <ul>
        {shown.map((entry) => (
          <ItemRow
            key={entry.item.id}
            {...props}
            entry={entry}
            name={entry.name}
            note={[entry.group, noteOf(entry)].filter(Boolean).join(' · ')}
            canReturn={isOut(entry) && !state.returns.has(entry.item.id)}
          />
        ))}
      </ul>
    </section>
  )
}

function Group({ group, open, ...props }: ItemListProps & { readonly group: EntryGroup }) {
  const { state, now } = props
  const listed = group.entries.filter(({ parents }) => parents.every(({ id }) => open.has(id)))
  const soldOut = (entry: Entry) => ['Sold out', untilNote(state, entry, now)].filter(Boolean).join(' ')
  return (
    <section id={`group-${group.id}`}>
      <h2>{group.name}</h2>
      <ul>
        {listed.map((entry) => (
          <ItemRow
            key={entry.item.id}
            {...props}
            entry={entry}
            name={entry.item.name}
            note={shownItem(state, entry.item).inStock ? '' : soldOut(entry)}
            level={entry.parents.length}
            price={describePrices(
              mainPricesOf(entry).map(({ entry: { item } }) => shownItem(state, item).price),
            )}
            choices={describeChoices(state, entry)}
            areChoicesOpen={open.has(entry.item.id)}
          />
        ))}
      </ul>
    </section>
  )
}

function describeChoices(state: StockState, entry: Entry): string | undefined {
  const amount = entry.item.items.length
  if (amount === 0) return undefined
  const out = choicesOf(entry).filter(({ item }) => !shownItem(state, item).inStock).length
  return counted(amount, 'choice') + (out > 0 ? `, ${out} sold out` : '')
}

function untilNote({ returns }: StockState, { item }: Entry, now: Date): string {
  const morning = returns.get(item.id)
  return morning ? `until ${describeMorning(morning, now)}` : ''
}
