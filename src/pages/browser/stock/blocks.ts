import { counted } from '../shared/format.ts'
import { choicesOf, type Entry, type EntryGroup, entriesOf } from './entries.ts'
import type { ListBlock } from './item-list.ts'
import type { ShownItem } from './pending.ts'
import { describePrices, mainPricesOf } from './price.ts'
import { findRoughly } from './rough-search.ts'
import type { RowState } from './row.ts'
import { describeMorning, nextMorning } from './until.ts'

/** What the list shows, and how. */
export interface ListContents {
  readonly sections: readonly EntryGroup[]
  readonly search: string
  readonly canChange: boolean
  /** The items whose choices are listed. */
  readonly open: ReadonlySet<string>
  /** An item that has just come back, and stays in the list of what is sold out until that is certain. */
  readonly justBack: string | undefined
  /** When items come back by themselves, as far as this page knows. */
  readonly returns: ReadonlyMap<string, Date>
  readonly show: (item: Entry['item']) => ShownItem
  readonly now: Date
}

/** Returns what is sold out, then the groups of the menu; or what a search finds. */
export function listBlocksOf(contents: ListContents): ListBlock[] {
  const { sections, search } = contents
  if (search === '')
    return [soldOutBlock(contents), ...sections.map((section) => groupBlock(section, contents))]
  const found = findRoughly(sections, search).map((section) => groupBlock(section, contents))
  return found.length > 0
    ? found
    : [{ id: 'none', heading: `Nothing matches “${search}”`, ifEmpty: '', lines: [] }]
}

function soldOutBlock(contents: ListContents): ListBlock {
  const { sections, show, justBack } = contents
  const out = entriesOf(sections).filter(({ item }) => !show(item).inStock || item.id === justBack)
  const amount = out.filter(({ item }) => !show(item).inStock).length
  return {
    id: 'sold-out',
    heading: `Sold out now${amount > 0 ? ` (${amount})` : ''}`,
    ifEmpty: 'Nothing is sold out.',
    lines: out.map((entry) => {
      const state = stateOf(entry, contents)
      const note = [entry.group, state.inStock ? 'in stock again' : untilNote(entry, contents)].filter(
        Boolean,
      )
      return {
        entry,
        name: entry.name,
        level: 0,
        state: {
          ...state,
          note: note.join(' · '),
          price: '',
          choices: '',
          until: untilWords(entry, contents),
        },
      }
    }),
  }
}

function groupBlock({ id, name, entries }: EntryGroup, contents: ListContents): ListBlock {
  const isListed = ({ parents }: Entry) => parents.every(({ id: parentId }) => contents.open.has(parentId))
  const lines = entries.filter(isListed).map((entry) => ({
    entry,
    name: entry.item.name,
    level: entry.parents.length,
    state: stateOf(entry, contents),
  }))
  return { id: `group-${id}`, heading: name, ifEmpty: '', lines }
}

function stateOf(entry: Entry, contents: ListContents): RowState {
  const { item } = entry
  const { inStock, isBusy } = contents.show(item)
  const soldOut = ['Sold out', untilNote(entry, contents)].filter(Boolean).join(' ')
  return {
    inStock,
    isBusy,
    canChange: contents.canChange,
    price: describePrices(mainPricesOf(entry).map((target) => contents.show(target.entry.item).price)),
    note: inStock ? '' : soldOut,
    choices: item.items.length > 0 ? describeChoices(entry, contents) : '',
    isOpen: contents.open.has(item.id),
    until: '',
  }
}

function describeChoices(entry: Entry, { show }: ListContents): string {
  const out = choicesOf(entry).filter(({ item }) => !show(item).inStock).length
  const amount = counted(entry.item.items.length, 'choice')
  return out > 0 ? `${amount}, ${out} sold out` : amount
}

function untilNote({ item }: Entry, { returns, now }: ListContents): string {
  const morning = returns.get(item.id)
  return morning ? `until ${describeMorning(morning, now)}` : ''
}

/** Returns the words of the button that makes an item come back by itself. */
function untilWords({ item }: Entry, { returns, show, now }: ListContents): string {
  if (returns.has(item.id) || show(item).inStock) return ''
  return `Until ${describeMorning(nextMorning(now), now)}`
}
