import { byId, setText } from '../shared/elements.ts'
import { fillInBatches } from './batches.ts'
import { type Contents, find, NOTHING } from './contents.ts'
import { count, createGroup, createItem } from './tree.ts'

/** Contents up to this size are unfolded at first, so that more than a list of names is visible. */
const OPEN_AT_MOST = 40
/** More than this would keep the browser busy for too long, and would be too much to read on one page. */
const UNFOLD_AT_MOST = 500

/** Shows the groups and items of a response, as trees or as results of a search. */
export function createContentsView() {
  const tree = byId('tree', HTMLElement)
  const search = byId('search', HTMLInputElement)
  const unfold = byId('unfold', HTMLButtonElement)
  let contents = NOTHING
  let isUnfolded = false

  search.addEventListener('input', draw)
  unfold.addEventListener('click', () => setUnfolded(!isUnfolded))
  return { show }

  function show(next: Contents): void {
    contents = next
    setText(byId('amount', HTMLElement), describe(contents, 'No items'))
    const size = contents.groups.length + contents.items.length
    unfold.hidden = size > UNFOLD_AT_MOST || contents.groups.length === 0
    setUnfolded(size <= OPEN_AT_MOST)
  }

  function setUnfolded(isOpen: boolean): void {
    isUnfolded = isOpen
    setText(unfold, isOpen ? 'Collapse all' : 'Expand all')
    draw()
  }

  function draw(): void {
    const text = search.value.trim()
    unfold.disabled = text !== ''
    if (text === '') drawTree()
    else drawFound(find(contents, text))
  }

  function drawTree(): void {
    setText(byId('found', HTMLElement), '')
    fillInBatches(tree, contents.top, (group) => createGroup(group, isUnfolded))
  }

  function drawFound(found: Pick<Contents, 'groups' | 'items'>): void {
    setText(byId('found', HTMLElement), describe(found, 'No matches'))
    const groups = document.createElement('div')
    const items = document.createElement('ul')
    items.className = 'items'
    tree.replaceChildren(groups, items)
    fillInBatches(groups, found.groups, ({ node }) => createGroup(node, false))
    fillInBatches(items, found.items, ({ node, path }) => createItem(node, path))
  }
}

function describe({ groups, items }: Pick<Contents, 'groups' | 'items'>, otherwise: string): string {
  const sizes = [count(groups.length, 'group'), count(items.length, 'item')].filter((size) => size !== '')
  return sizes.join(', ') || otherwise
}
