import type { Words } from '../board/words.ts'
import type { Group, GroupsEnvelope, Item } from '../shared/menu/fields.ts'
import type { Formats } from './formats.ts'
import { listGroups, type PlacedGroup } from './lists.ts'
import type { Marks } from './marks.ts'
import { create, createOwnText, shortened } from './texts.ts'

/** What all of a menu is shown with. */
export interface Presentation {
  readonly formats: Formats
  readonly words: Words
  readonly marks: Marks
  /** Whether a law wants calories to be as large and as noticeable as names. */
  readonly isLabelled: boolean
}

var DEEPEST_HEADING = 2
/** The most characters of a name, as on the board. */
var MAX_CHARACTERS = 160

/** A part of the menu that is never split: an item with its first size or option, or another of these. */
export interface Unit {
  readonly group: Group
  /** How many groups are around the group. */
  readonly depth: number
  /** Undefined for a group that has a description and no items. */
  readonly body: HTMLElement | undefined
}

/** The units of a menu, in reading order. They are created when they are needed: a long menu has many. */
export interface Units {
  /** Returns a unit; undefined after the last. */
  readonly get: (index: number) => Unit | undefined
  /** Makes the second row of a unit a unit of its own. */
  readonly split: (index: number) => void
}

/** Turns a menu into units. A group that only contains other groups has none. */
export function unitsOf(menu: GroupsEnvelope, presentation: Presentation): Units {
  var units: Unit[] = []
  var waiting: (() => void)[] = []
  var next = 0
  listGroups(menu.groups, 0).forEach(function (placed) {
    var items = placed.group.items
    if (items.length === 0 && placed.group.description) wait(placed, undefined)
    items.forEach(function (item) {
      wait(placed, item)
    })
  })
  return {
    get: function (index) {
      for (; units.length <= index && next < waiting.length; next++) waiting[next]?.()
      return units[index]
    },
    split: function (index) {
      var unit = units[index]
      var second = unit?.body?.childNodes[1]
      if (!unit || !second) return
      var rest = create('tbody', '', '')
      rest.appendChild(second)
      units.splice(index + 1, 0, { group: unit.group, depth: unit.depth, body: rest })
    },
  }

  function wait(placed: PlacedGroup, item: Item | undefined): void {
    waiting.push(function () {
      var bodies = item ? bodiesOf(item, presentation) : [undefined]
      bodies.forEach(function (rows) {
        units.push({ group: placed.group, depth: Math.min(placed.depth, DEEPEST_HEADING), body: rows })
      })
    })
  }
}

/** An item may have more options than a column has room for, so that only the first stays with it. */
function bodiesOf(item: Item, presentation: Presentation): HTMLElement[] {
  var rows: HTMLElement[] = []
  addRow(item, 0, false)
  return rows
    .slice(0, 1)
    .concat(rows.slice(2))
    .map(function (row, index) {
      var body = create('tbody', '', '')
      body.appendChild(row)
      if (index === 0 && rows[1]) body.appendChild(rows[1])
      return body
    })

  function addRow(node: Item, depth: number, isParentOut: boolean): void {
    var isOut = isParentOut || !node.inStock
    var row = create('tr', depth === 0 ? 'item' : 'option', '')
    row.appendChild(nameCell(node, depth, presentation))
    row.appendChild(isParentOut ? create('td', '', '') : priceCell(node, presentation))
    rows.push(row)
    node.items.forEach(function (child) {
      addRow(child, depth + 1, isOut)
    })
  }
}

function nameCell(item: Item, depth: number, presentation: Presentation): HTMLElement {
  var cell = create('td', 'name depth-' + Math.min(depth, 2), '')
  cell.appendChild(createOwnText('span', '', shortened(item.name, MAX_CHARACTERS)))
  presentation.marks.of(item.tags || []).forEach(function (mark) {
    cell.appendChild(document.createTextNode(' '))
    cell.appendChild(create('small', 'mark', mark.text))
  })
  if (item.calories !== null) cell.appendChild(caloriesElement(item.calories, presentation))
  if (item.description) cell.appendChild(createOwnText('p', 'description', item.description))
  return cell
}

function caloriesElement(calories: number, presentation: Presentation): HTMLElement {
  var text = ' ' + presentation.formats.calories(calories)
  var created = presentation.isLabelled ? create('span', 'calories', text) : create('small', 'calories', text)
  created.lang = presentation.isLabelled ? 'en' : presentation.words.language
  return created
}

function priceCell(item: Item, presentation: Presentation): HTMLElement {
  var cell = create('td', 'price', '')
  if (!item.inStock) {
    var mark = create('span', 'sold-out', presentation.words.soldOut)
    mark.lang = presentation.words.language
    cell.appendChild(mark)
  } else if (item.price !== null && !isPricedBySizes(item)) {
    cell.appendChild(create('span', '', presentation.formats.price(item.price)))
  }
  return cell
}

/** Returns whether the price of an item only repeats the price of one of its sizes. */
function isPricedBySizes(item: Item): boolean {
  return item.items.some(function (size) {
    return size.price === item.price
  })
}
