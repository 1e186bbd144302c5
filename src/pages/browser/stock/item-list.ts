import { byId, cloneTemplate, focusedIn, part, setText } from '../shared/elements.ts'
import type { Entry } from './entries.ts'
import { keepInPlace } from './keep-in-place.ts'
import { createRow, type RowHandlers, type RowState, type StockRow } from './row.ts'

/** A heading with items below it. */
export interface ListBlock {
  readonly id: string
  readonly heading: string
  /** Shown in place of items if there are none. */
  readonly ifEmpty: string
  readonly lines: readonly Line[]
}

interface Line {
  readonly entry: Entry
  readonly name: string
  /** How deep a choice is below its item. */
  readonly level: number
  readonly state: RowState
}

/** Shows items, and keeps their rows: a tap never hits another item because the list has just changed. */
export function createItemList(handlers: RowHandlers) {
  const list = byId('items', HTMLElement)
  let rows = new Map<string, StockRow>()
  let shape = ''
  return { show, focus }

  function show(blocks: readonly ListBlock[]): void {
    keepInPlace(list, () => {
      const next = JSON.stringify(blocks.map(({ id, heading, lines }) => [id, heading, lines.map(nameLine)]))
      if (next !== shape) rebuild(blocks)
      shape = next
      for (const { id, lines } of blocks) {
        for (const { entry, state } of lines) rows.get(keyOf(id, entry))?.fill(entry, state)
      }
    })
  }

  function rebuild(blocks: readonly ListBlock[]): void {
    const focused = focusedIn(list)
    const old = rows
    rows = new Map()
    list.replaceChildren(...blocks.map((block) => createBlock(block, old)))
    if (focused) restoreFocus(focused)
  }

  function createBlock(block: ListBlock, old: ReadonlyMap<string, StockRow>): HTMLElement {
    const section = cloneTemplate('section')
    section.id = block.id
    setText(part(section, 'heading'), block.heading)
    setText(part(section, 'empty'), block.lines.length === 0 ? block.ifEmpty : '')
    part(section, 'rows').append(
      ...block.lines.map(({ entry, name, level }) => {
        const key = keyOf(block.id, entry)
        const row = old.get(key) ?? createRow(entry, name, handlers)
        rows.set(key, row)
        row.row.dataset['level'] = `${level}`
        setText(part(row.row, 'name'), name)
        return row.row
      }),
    )
    return section
  }

  /** An element loses the focus when it is moved. If its row is gone, the item has another one. */
  function restoreFocus(focused: HTMLElement): void {
    if (focused.isConnected) focused.focus({ preventScroll: true })
    else focus(focused.closest<HTMLElement>('.item')?.dataset['id'])
  }

  /** Moves the focus to the switch of an item. */
  function focus(id: string | undefined): void {
    const found = [...list.querySelectorAll<HTMLElement>('.item')].find(({ dataset }) => dataset['id'] === id)
    found?.querySelector<HTMLElement>('.switch')?.focus({ preventScroll: true })
  }
}

function keyOf(blockId: string, { item }: Entry): string {
  return `${blockId} ${item.id}`
}

function nameLine({ entry, name, level }: Line): unknown {
  return [entry.item.id, name, level]
}
