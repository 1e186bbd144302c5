import { readCalories } from '../mapping/calories.ts'
import { BY_MEASURE, MODIFIERS_LEFT_OUT } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import { withVariants } from '../mapping/variants.ts'
import type { Reason } from '../report.ts'
import { describe, referred, type ToastFile, type ToastNode } from './node.ts'
import { tagsOf } from './tags.ts'

/** Strategies whose price is in `price`, without rules. */
const FIXED: ReadonlySet<string> = new Set(['', 'NONE', 'BASE_PRICE', 'MENU_SPECIFIC_PRICE', 'GROUP_PRICE'])
/** How deep modifiers may have modifiers. Real menus have two or three levels. */
const MAX_LEVELS = 16
const TOO_DEEP = `must not have modifiers more than ${MAX_LEVELS} levels deep, or within themselves`

export function readItem(node: ToastNode, file: ToastFile): SourceItem {
  const fields = readFields(node, file)
  const groups = referred(node, 'modifierGroupReferences', file)
  const isBySize = strategyOf(node) === 'SIZE_PRICE'
  const guid = cleanText(asObject(node.fields['pricingRules'])['sizeSpecificPricingGuid'])
  const sizes = groups.find((group) => isBySize && cleanText(group.fields['guid']) === guid)
  const item = {
    ...fields,
    price: isBySize ? null : priceOf(node, fields.name, file),
    items: modifiersOf(
      node,
      groups.filter((group) => group !== sizes),
      fields.name,
      file,
    ),
  }
  if (sizes !== undefined) return withVariants(item, optionsIn(sizes, fields.name, file))
  if (isBySize) file.report.lose(noFixedPrice('SIZE_PRICE'), fields.name)
  return item
}

function readFields(node: ToastNode, file: ToastFile) {
  const { fields, place } = node
  const isOut = fields['outOfStock'] ?? undefined
  const described = describe(node, file.report)
  return {
    ...described,
    calories: readCalories(fields['calories'], (problem) =>
      file.report.errors.add(`${place}/calories`, problem),
    ),
    tags: tagsOf(node, described.name, file.report),
    inStock: file.stock(node) ?? (isOut === undefined ? undefined : isOut !== true),
  } satisfies Omit<SourceItem, 'price' | 'items'>
}

/** The options of a group, which are sizes or modifiers of an item of this name. */
function optionsIn(group: ToastNode, itemName: string, file: ToastFile) {
  return referred(group, 'modifierOptionReferences', file).map((node) => {
    const fields = readFields(node, file)
    const price = priceOf(node, `${itemName} > ${fields.name}`, file, group)
    return { ...fields, node, price, items: [] }
  })
}

/** The modifiers of an item as child items, if the user wants them. */
function modifiersOf(
  item: ToastNode,
  groups: readonly ToastNode[],
  itemName: string,
  file: ToastFile,
): SourceItem[] {
  const { budget, options, report } = file
  if (options.modifiers) return modifiersIn(groups, cleanText(item.fields['guid']), 1)
  if (groups.length > 0) report.skip(MODIFIERS_LEFT_OUT, groups.length)
  return []

  /** @param owner the ids from the item down, because a modifier gets another id in each item */
  function modifiersIn(inGroups: readonly ToastNode[], owner: string, level: number): SourceItem[] {
    return inGroups.flatMap((group) => {
      const tag = `modifier:${describe(group, report).name}`
      return optionsIn(group, itemName, file).map(({ node, ...option }) => {
        budget.spend(item.place)
        const sourceId = `${owner}/${option.sourceId ?? option.name}`
        const inner = referred(node, 'modifierGroupReferences', file)
        if (level === MAX_LEVELS && inner.length > 0) report.errors.add(node.place, TOO_DEEP)
        const items = level === MAX_LEVELS ? [] : modifiersIn(inner, sourceId, level + 1)
        return { ...option, sourceId, tags: [tag, ...option.tags], items }
      })
    })
  }
}

/** The reason why an item with this pricing strategy has no price. */
function noFixedPrice(strategy: string): Reason {
  return `[item has|items have] no fixed price (${strategy})`
}

function strategyOf({ fields }: ToastNode): string {
  return cleanText(fields['pricingStrategy'])
}

/** The price of an item, or of a modifier or size in its group. A price that depends on anything is null, and is reported. */
function priceOf(node: ToastNode, name: string, file: ToastFile, group?: ToastNode): number | null {
  const { report, prices } = file
  const value = node.fields['price'] ?? null
  const own = strategyOf(node)
  // A modifier without its own price may have one in the rules of its group.
  const strategy = FIXED.has(own) && value === null && group ? strategyOf(group) : own
  const measure = cleanText(node.fields['unitOfMeasure'])
  if (!FIXED.has(strategy)) report.lose(noFixedPrice(strategy), name)
  else if (measure !== '' && measure !== 'NONE') report.lose(BY_MEASURE, `${name} (${measure})`)
  else return prices.read({ value }, name, `${node.place}/price`)
  return null
}
