import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Batches } from './batches.tsx'
import { type Contents, EMPTY, find } from './contents.ts'
import { describeCounts, Groups, ItemRow } from './menu-tree.tsx'

/** Contents up to this size are expanded at first, so that more than a list of names is visible. */
const MAX_EXPANDED_AT_FIRST = 40
/** More than this would keep the browser busy for too long, and would be too much to read on one page. */
const MAX_EXPANDABLE = 500

interface ContentsViewProps {
  /** Undefined until there is a response. */
  readonly contents: Contents | undefined
  /** Shown beside the count. */
  readonly children: ComponentChildren
}

/** Shows the groups and items of a response, as trees or as results of a search. */
export function ContentsView({ contents: given, children }: ContentsViewProps) {
  const contents = given ?? EMPTY
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState({ contents, areExpanded: false })
  const size = contents.groups.length + contents.items.length
  const areExpanded = chosen.contents === contents ? chosen.areExpanded : size <= MAX_EXPANDED_AT_FIRST
  const text = search.trim()
  const matches = useMemo(() => (text === '' ? undefined : find(contents, text)), [contents, text])
  return (
    <section class="contents" aria-label="Groups and items">
      <search class="tools">
        <input
          id="search"
          type="search"
          aria-label="Search groups and items"
          placeholder="Search groups and items"
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <button
          id="expand"
          type="button"
          hidden={size > MAX_EXPANDABLE || contents.groups.length === 0}
          disabled={matches !== undefined}
          onClick={() => setChosen({ contents, areExpanded: !areExpanded })}
        >
          {areExpanded ? 'Collapse all' : 'Expand all'}
        </button>
      </search>
      <div class="headline">
        <p class="soft small" id="amount" role="status">
          {given && describe(given, 'No items')}
        </p>
        {children}
      </div>
      <p class="soft small" id="matches" role="status">
        {matches && describe(matches, 'No matches')}
      </p>
      <div id="tree" key={String(areExpanded)}>
        {matches ? <Matches {...matches} /> : <Groups groups={contents.top} areOpen={areExpanded} />}
      </div>
    </section>
  )
}

function Matches({ groups, items }: Pick<Contents, 'groups' | 'items'>) {
  const nodes = useMemo(() => groups.map(({ node }) => node), [groups])
  return (
    <>
      <div>
        <Groups groups={nodes} areOpen={false} />
      </div>
      <ul class="items">
        <Batches entries={items} isList>
          {({ node, path }, index) => <ItemRow key={`${index} ${node.id}`} item={node} path={path} />}
        </Batches>
      </ul>
    </>
  )
}

function describe({ groups, items }: Pick<Contents, 'groups' | 'items'>, fallback: string): string {
  return describeCounts(groups.length, items.length) || fallback
}
