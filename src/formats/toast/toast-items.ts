import type { CountedText } from '../import-report.ts'
import { parseCalories } from '../shared/calories.ts'
import { asObject, cleanText } from '../shared/clean-text.ts'
import { parsePrice } from '../shared/prices.ts'
import { BY_MEASURE } from '../shared/report-texts.ts'
import type { SourceItem } from '../shared/source-menu.ts'
import { withVariants } from '../shared/variants.ts'
import { readCommonFields, referencedNodes, type ToastContext, type ToastNode } from './node.ts'
import { toastTags } from './tags.ts'

/** Strategies whose price is in `price`, without rules. */
const FIXED: ReadonlySet<string> = new Set(['', 'NONE', 'BASE_PRICE', 'MENU_SPECIFIC_PRICE', 'GROUP_PRICE'])
const MODIFIERS_LEFT_OUT = '[list|lists] of modifiers [is|are] left out'

export function readItem(node: ToastNode, context: ToastContext): SourceItem {
  const fields = readFields(node, context)
  const groups = referencedNodes(node, 'modifierGroupReferences', context)
  const isBySize = strategyOf(node) === 'SIZE_PRICE'
  const guid = cleanText(asObject(node.fields['pricingRules'])['sizeSpecificPricingGuid'])
  const sizes = groups.find((group) => isBySize && cleanText(group.fields['guid']) === guid)
  const others = groups.filter((group) => group !== sizes)
  if (others.length > 0) context.report.addNotes(MODIFIERS_LEFT_OUT, others.length)
  const item = { ...fields, price: isBySize ? null : priceOf(node, fields.name, context), items: [] }
  const variants = sizes === undefined ? [] : sizesIn(sizes, fields.name, context)
  if (isBySize && variants.length === 0) context.report.addLoss(noFixedPrice('SIZE_PRICE'), fields.name)
  return withVariants(item, variants)
}

function readFields(node: ToastNode, context: ToastContext) {
  const { fields, place } = node
  const isOut = fields['outOfStock'] ?? undefined
  const described = readCommonFields(node, context.report)
  return {
    ...described,
    calories: parseCalories(fields['calories'], false, (problem) =>
      context.report.errors.add(`${place}/calories`, problem),
    ),
    tags: toastTags(node, described.name, context.report),
    inStock: context.stock(node) ?? (isOut === undefined ? undefined : isOut !== true),
  } satisfies Omit<SourceItem, 'price' | 'items'>
}

function sizesIn(group: ToastNode, itemName: string, context: ToastContext): SourceItem[] {
  return referencedNodes(group, 'modifierOptionReferences', context).map((node) => {
    const fields = readFields(node, context)
    const price = priceOf(node, `${itemName} > ${fields.name}`, context, group)
    context.budget.spend(node.place)
    return { ...fields, price, items: [] }
  })
}

/** The reason why an item with this pricing strategy has no price. */
function noFixedPrice(strategy: string): CountedText {
  return `[item has|items have] no fixed price (${strategy})`
}

function strategyOf({ fields }: ToastNode): string {
  return cleanText(fields['pricingStrategy'])
}

/** The price of an item, or of a size in its group. A price that depends on anything is null, and is reported. */
function priceOf(node: ToastNode, name: string, context: ToastContext, group?: ToastNode): number | null {
  const { report, prices } = context
  const value = node.fields['price'] ?? null
  const own = strategyOf(node)
  // A size without its own price may have one in the rules of its group.
  const strategy = FIXED.has(own) && value === null && group ? strategyOf(group) : own
  const measure = cleanText(node.fields['unitOfMeasure'])
  if (!FIXED.has(strategy)) report.addLoss(noFixedPrice(strategy), name)
  else if (measure !== '' && measure !== 'NONE') report.addLoss(BY_MEASURE, `${name} (${measure})`)
  else return prices.readAmount(parsePrice({ value }), name, `${node.place}/price`)
  return null
}
