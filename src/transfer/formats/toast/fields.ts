import { readCalories } from '../mapping/calories.ts'
import { BY_MEASURE } from '../mapping/losses.ts'
import type { SourceItem } from '../mapping/source-menu.ts'
import { asObject, cleanDescription, cleanText } from '../mapping/text.ts'
import type { ToastFile } from './file.ts'
import { guidOf, nameOf, reportTimes, type ToastNode } from './node.ts'
import { strategyOf } from './prices.ts'
import { tagsOf } from './tags.ts'

/** What items, sizes and modifiers have in common. */
export function readFields(node: ToastNode, file: ToastFile) {
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
export function sizeGroupOf(node: ToastNode, { references }: ToastFile): ToastNode | undefined {
  if (strategyOf(node) !== 'SIZE_PRICE') return undefined
  const guid = cleanText(asObject(node.fields['pricingRules'])['sizeSpecificPricingGuid'])
  return references.groupsByGuid.get(guid)
}
