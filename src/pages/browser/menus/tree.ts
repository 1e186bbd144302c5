import type { Group, Item } from '#dist/menu/schema.js'
import { cloneTemplate, element, part } from '../shared/elements.ts'
import { counted, formatNumber, formatPrice } from '../shared/format.ts'
import { fillInBatches } from './batches.ts'

/** Creates a group. A collapsed group is filled when first opened: a menu may have ten thousand items. */
export function createGroup(group: Group, isOpen: boolean): HTMLElement {
  const details = cloneTemplate('group')
  part(details, 'name').textContent = group.name
  part(details, 'count').textContent = describeSize(group)
  fillTags(part(details, 'tags'), group.tags)
  if (isOpen) fillGroup(details, group, isOpen)
  else details.addEventListener('toggle', () => fillGroup(details, group, isOpen), { once: true })
  if (details instanceof HTMLDetailsElement) details.open = isOpen
  return details
}

function fillGroup(details: HTMLElement, group: Group, isOpen: boolean): void {
  setOrRemove(part(details, 'description'), group.description ?? '')
  fillItems(part(details, 'items'), group.items)
  fillInBatches(part(details, 'groups'), group.groups, (child) => createGroup(child, isOpen))
}

/** @param path the names of the groups around the item, if the position of the item does not show them */
export function createItem(item: Item, path = ''): HTMLElement {
  const row = cloneTemplate('item')
  setOrRemove(part(row, 'path'), path)
  part(row, 'name').textContent = item.name
  part(row, 'price').textContent = item.price === null ? '' : formatPrice(item.price)
  setOrRemove(part(row, 'description'), item.description ?? '')
  setOrRemove(part(row, 'calories'), item.calories === null ? '' : `${formatNumber(item.calories)} cal`)
  fillTags(part(row, 'tags'), item.tags)
  row.classList.toggle('is-out', !item.inStock)
  if (item.inStock) part(row, 'sold-out').remove()
  fillItems(part(row, 'items'), item.items)
  return row
}

function fillItems(list: Element, items: readonly Item[]): void {
  if (items.length === 0) list.remove()
  else fillInBatches(list, items, (item) => createItem(item))
}

/** Counts the direct children of a group. */
function describeSize({ metadata }: Group): string {
  return describeContents(metadata.groups.total, metadata.items.total) || 'empty'
}

/** Formats counts, for example `2 groups, 1 item`. Zero is left out. */
export function describeContents(groups: number, items: number): string {
  const counts = [groups > 0 && counted(groups, 'group'), items > 0 && counted(items, 'item')]
  return counts.filter((count) => count !== false).join(', ')
}

function fillTags(place: Element, tags: readonly string[]): void {
  if (tags.length === 0) place.remove()
  else place.append(...tags.map((tag) => element('span', 'tag', tag)))
}

function setOrRemove(element: Element, text: string): void {
  if (text === '') element.remove()
  else element.textContent = text
}
