import { readCalories } from '../mapping/calories.ts'
import { BY_MEASURE, MODIFIER_CYCLE, MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { asObject, cleanDescription, cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import { guidOf, nameOf, reportTimes, resolve, type ToastFile, type ToastNode, visible } from './node.ts'
import { noFixedPrice, priceOf, strategyOf } from './prices.ts'
import { tagsOf } from './tags.ts'

/** How deep modifiers may have modifiers. Real menus have two or three levels. */
const MAX_LEVELS = 16

const TOO_DEEP = `[list|lists] of modifiers [is|are] left out, because [it is|they are] more than ${MAX_LEVELS} levels deep`
const MISSING = '[modifier|modifiers] or [list|lists] of modifiers [is|are] referred to, but not in the file'

interface Owner {
  /** The ids on the way from the item. Modifiers have ids of their own in each item. */
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
  const { found } = resolve(group, 'modifierOptionReferences', file.references.options)
  return visible(found, file.report).map((option) => {
    const fields = readFields(option, file)
    const name = `${cleanText(node.fields['name'])} > ${fields.name}`
    return { ...fields, price: priceOf(option, name, file, group), items: [] }
  })
}

function readFields(node: ToastNode, file: ToastFile) {
  const { fields } = node
  const name = nameOf(node, file.report.errors)
  const measure = cleanText(fields['unitOfMeasure'])
  if (measure !== '' && measure !== 'NONE') file.report.lose(BY_MEASURE, `${name} (${measure})`)
  reportTimes(node, file.report)
  return {
    sourceId: guidOf(node),
    name,
    description: cleanDescription(fields['description']),
    calories: readCalories(fields['calories'], name, file.report),
    tags: tagsOf(node, name, file.report),
    inStock: file.stock.has(node) ?? ownStock(fields['outOfStock']),
  } satisfies Omit<SourceItem, 'price' | 'items'>
}

/** What an item says of its own stock; undefined if it says nothing. */
function ownStock(isOut: unknown): boolean | undefined {
  const text = String(isOut).toLowerCase()
  return text === 'true' || text === 'false' ? text === 'false' : undefined
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
