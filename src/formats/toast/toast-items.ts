import { readCalories } from '../mapping/calories.ts'
import { MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { asObject, cleanDescription, cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import {
  guidOf,
  nameOf,
  referredNodes,
  reportTimes,
  type ToastFile,
  type ToastNode,
  visible,
} from './node.ts'
import { tagsOf } from './tags.ts'
import { noFixedPrice, priceOf, strategyOf } from './toast-prices.ts'

/** How deep modifiers may have modifiers. Real menus have two or three levels. */
const MAX_LEVELS = 16
const TOO_DEEP = `must not have modifiers more than ${MAX_LEVELS} levels deep, or within themselves`

interface Owner {
  /** The ids from the item down, because a modifier gets another id in each item. */
  readonly id: string
  readonly name: string
}

export function readItem(node: ToastNode, file: ToastFile): SourceItem {
  const sizes = sizesOf(node, file)
  const fields = readFields(node, file)
  const items = modifiersOf(node, { id: guidOf(node) ?? '', name: fields.name }, file)
  if (strategyOf(node) !== 'SIZE_PRICE') return { ...fields, price: priceOf(node, fields.name, file), items }
  if (sizes.length === 0) file.report.lose(noFixedPrice('SIZE_PRICE'), fields.name)
  return withVariants({ ...fields, price: null, items }, sizes)
}

function sizesOf(node: ToastNode, file: ToastFile): SourceItem[] {
  const group = sizeGroupOf(node, file)
  if (group === undefined) return []
  return referred(group, 'modifierOptionReferences', file.references.options, file).map((option) => {
    const fields = readFields(option, file)
    const name = `${cleanText(node.fields['name'])} > ${fields.name}`
    return { ...fields, price: priceOf(option, name, file, group), items: [] }
  })
}

function readFields(node: ToastNode, file: ToastFile) {
  const { fields } = node
  const isOut = fields['outOfStock'] ?? undefined
  const name = nameOf(node, file.report.errors)
  reportTimes(node, file.report)
  return {
    sourceId: guidOf(node),
    name,
    description: cleanDescription(fields['description']),
    calories: readCalories(fields['calories'], (problem) =>
      file.report.errors.add(`${node.place}/calories`, problem),
    ),
    tags: tagsOf(node, name, file.report),
    inStock: file.stock(node) ?? (isOut === undefined ? undefined : isOut !== true),
  } satisfies Omit<SourceItem, 'price' | 'items'>
}

/** The group of modifiers that are the sizes of an item. */
function sizeGroupOf(node: ToastNode, { references }: ToastFile): ToastNode | undefined {
  if (strategyOf(node) !== 'SIZE_PRICE') return undefined
  const guid = cleanText(asObject(node.fields['pricingRules'])['sizeSpecificPricingGuid'])
  return references.groupsByGuid.get(guid)
}

/** The modifiers of an item as child items, if the user wants them. */
function modifiersOf(item: ToastNode, owner: Owner, file: ToastFile): SourceItem[] {
  const sizes = sizeGroupOf(item, file)
  if (file.options.modifiers) return modifiersIn(item, owner, 0)
  const groups = referred(item, 'modifierGroupReferences', file.references.groups, file)
  const leftOut = groups.filter((group) => group !== sizes).length
  if (leftOut > 0) file.report.skip(MODIFIERS_LEFT_OUT, leftOut)
  return []

  function modifiersIn(node: ToastNode, parent: Owner, level: number): SourceItem[] {
    const groups = referred(node, 'modifierGroupReferences', file.references.groups, file)
    if (level === MAX_LEVELS && groups.length > 0) file.report.errors.add(node.place, TOO_DEEP)
    if (level === MAX_LEVELS) return []
    return groups.filter((group) => group !== sizes).flatMap((group) => optionsIn(group, parent, level + 1))
  }

  function optionsIn(group: ToastNode, parent: Owner, level: number): SourceItem[] {
    const tag = `modifier:${nameOf(group, file.report.errors)}`
    const options = referred(group, 'modifierOptionReferences', file.references.options, file)
    return options.map((option) => {
      file.budget.spend(item.place)
      const fields = readFields(option, file)
      const id = `${parent.id}/${guidOf(option) ?? fields.name}`
      const name = `${parent.name} > ${fields.name}`
      const price = priceOf(option, name, file, group)
      const items = modifiersIn(option, { id, name }, level)
      return { ...fields, sourceId: id, tags: [tag, ...fields.tags], price, items }
    })
  }
}

/** The nodes that a node refers to, and that are not hidden. */
function referred(
  node: ToastNode,
  field: string,
  nodes: ReadonlyMap<string, ToastNode>,
  { report }: ToastFile,
): readonly ToastNode[] {
  return visible(referredNodes(node, field, nodes, report.errors), report)
}
