import { MODIFIER_CYCLE, MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { readFields, sizeGroupOf } from './fields.ts'
import type { ToastFile } from './file.ts'
import { guidOf, nameOf, type ToastNode, visible } from './node.ts'
import { priceOf } from './prices.ts'
import { resolve } from './references.ts'

/** How deep modifiers may have modifiers. Real menus have two or three levels. */
const MAX_LEVELS = 16

const TOO_DEEP = `[list|lists] of modifiers [is|are] left out, because [it is|they are] more than ${MAX_LEVELS} levels deep`
const MISSING = '[modifier|modifiers] or [list|lists] of modifiers [is|are] referred to, but not in the file'

interface Owner {
  /** The ids on the way from the item. Modifiers have ids of their own in each item. */
  readonly id: string
  readonly name: string
}

/** The modifiers of an item as child items, if the user wants them. */
export function modifiersOf(item: ToastNode, owner: Owner, file: ToastFile): SourceItem[] {
  const sizes = sizeGroupOf(item, file)
  if (file.options.modifiers) return modifiersIn(item, owner, [])
  const groups = resolve(item, 'modifierGroupReferences', file.references.groups).found
  const leftOut = groups.filter((group) => group !== sizes).length
  if (leftOut > 0) file.report.skip(MODIFIERS_LEFT_OUT, leftOut)
  return []

  function modifiersIn(node: ToastNode, parent: Owner, above: readonly ToastNode[]): SourceItem[] {
    const groups = referred(node, 'modifierGroupReferences', file.references.groups, parent.name)
    return groups
      .filter((group) => group !== sizes && isNew(group, above, parent.name))
      .flatMap((group) => optionsIn(group, parent, [...above, group]))
  }

  function isNew(group: ToastNode, above: readonly ToastNode[], name: string): boolean {
    if (!above.includes(group) && above.length < MAX_LEVELS) return true
    file.report.lose(above.includes(group) ? MODIFIER_CYCLE : TOO_DEEP, name)
    return false
  }

  function optionsIn(group: ToastNode, parent: Owner, above: readonly ToastNode[]): SourceItem[] {
    const tag = `modifier:${nameOf(group, file.report.errors)}`
    const options = referred(group, 'modifierOptionReferences', file.references.options, parent.name)
    return options.map((option) => {
      file.budget.spend(item.place)
      const fields = readFields(option, file)
      const id = `${parent.id}/${guidOf(option) ?? fields.name}`
      const name = `${parent.name} > ${fields.name}`
      const price = priceOf(option, name, file, group)
      const items = modifiersIn(option, { id, name }, above)
      return { ...fields, sourceId: id, tags: [tag, ...fields.tags], price, items }
    })
  }

  function referred(
    node: ToastNode,
    field: string,
    nodes: ReadonlyMap<string, ToastNode>,
    name: string,
  ): readonly ToastNode[] {
    const { found, missing } = resolve(node, field, nodes)
    for (const number of missing) file.report.lose(MISSING, `${name} (${number})`)
    return visible(found, file.report)
  }
}
