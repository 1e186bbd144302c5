import { BY_MEASURE } from '../mapping/losses.ts'
import { cleanText } from '../mapping/text.ts'
import type { Reason } from '../report.ts'
import type { ToastFile, ToastNode } from './node.ts'

/** Strategies whose price is in `price`, without rules. */
const FIXED: ReadonlySet<string> = new Set(['', 'NONE', 'BASE_PRICE', 'MENU_SPECIFIC_PRICE', 'GROUP_PRICE'])

/** The reason why an item with this pricing strategy has no price. */
export function noFixedPrice(strategy: string): Reason {
  return `[item has|items have] no fixed price (${strategy})`
}

export function strategyOf({ fields }: ToastNode): string {
  return cleanText(fields['pricingStrategy'])
}

/** The price of an item, or of a modifier or size in its group. A price that depends on anything is null, and is reported. */
export function priceOf(node: ToastNode, name: string, file: ToastFile, group?: ToastNode): number | null {
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
