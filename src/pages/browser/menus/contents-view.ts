import { byId, element, setText } from '../shared/elements.ts'
import { fillInBatches } from './batches.ts'
import { type Contents, EMPTY, find } from './contents.ts'
import { createGroup, createItem, describeContents } from './tree.ts'

/** Contents up to this size are expanded at first, so that more than a list of names is visible. */
const MAX_EXPANDED_AT_FIRST = 40
/** More than this would keep the browser busy for too long, and would be too much to read on one page. */
const MAX_EXPANDABLE = 500

/** Shows the groups and items of a response, as trees or as results of a search. */
export function createContentsView() {
  const tree = byId('tree', HTMLElement)
  const search = byId('search', HTMLInputElement)
  const expandButton = byId('expand', HTMLButtonElement)
  let contents = EMPTY
  let isExpanded = false

  search.addEventListener('input', draw)
  expandButton.addEventListener('click', () => setExpanded(!isExpanded))
  return { show }

  function show(next: Contents): void {
    contents = next
    setText(byId('amount', HTMLElement), describe(contents, 'No items'))
    const size = contents.groups.length + contents.items.length
    expandButton.hidden = size > MAX_EXPANDABLE || contents.groups.length === 0
    setExpanded(size <= MAX_EXPANDED_AT_FIRST)
  }

  function setExpanded(isOpen: boolean): void {
    isExpanded = isOpen
    setText(expandButton, isOpen ? 'Collapse all' : 'Expand all')
    draw()
  }

  function draw(): void {
    const text = search.value.trim()
    expandButton.disabled = text !== ''
    if (text === '') drawTree()
    else drawMatches(find(contents, text))
  }

  function drawTree(): void {
    setText(byId('matches', HTMLElement), '')
    fillInBatches(tree, contents.top, (group) => createGroup(group, isExpanded))
  }

  function drawMatches(matches: Pick<Contents, 'groups' | 'items'>): void {
    setText(byId('matches', HTMLElement), describe(matches, 'No matches'))
    const groups = element('div', '')
    const items = element('ul', 'items')
    tree.replaceChildren(groups, items)
    fillInBatches(groups, matches.groups, ({ node }) => createGroup(node, false))
    fillInBatches(items, matches.items, ({ node, path }) => createItem(node, path))
  }
}

function describe({ groups, items }: Pick<Contents, 'groups' | 'items'>, fallback: string): string {
  return describeContents(groups.length, items.length) || fallback
}
