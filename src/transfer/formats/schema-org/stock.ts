import { labelOf } from '../mapping/name-lists.ts'
import { cleanText } from '../mapping/text.ts'
import { type LdNode, nodesIn, textIn } from './graph.ts'
import type { ReadingContext } from './reading.ts'
import { termsIn } from './terms.ts'

const UNCLEAR = '[item is|items are] taken to be in stock, because [its|their] availability may mean either'
/** Availabilities in lower case and without separators. */
const IN_STOCK: ReadonlySet<string> = new Set([
  ...['instock', 'instoreonly', 'limitedavailability', 'madetoorder', 'available', 'yes', 'true'],
])
const NOT_IN_STOCK: ReadonlySet<string> = new Set([
  ...['outofstock', 'soldout', 'discontinued', 'unavailable', 'notavailable', 'no', 'false'],
])

/** Whether nothing says that an offer or an item is not in stock. What may mean either is reported. */
export function isInStock(node: LdNode, name: string, { graph, report }: ReadingContext): boolean {
  const terms = termsIn(node, 'availability', graph)
  const words = terms.map((term) => term.replace(/[\s_-]/g, '').toLowerCase())
  if (words.some((word) => NOT_IN_STOCK.has(word)) || isUsedUp(node, 'inventoryLevel')) return false
  const unclear = terms.find((_, index) => !IN_STOCK.has(words[index] ?? ''))
  if (unclear !== undefined) report.lose(UNCLEAR, labelOf({ name }, unclear))
  return true

  function isUsedUp(owner: LdNode, field: string): boolean {
    const [quantity] = nodesIn(owner, field, graph)
    const text = cleanText(
      quantity ? textIn(quantity, 'value') || textIn(quantity, 'maxValue') : textIn(owner, field),
    )
    return text !== '' && Number(text) <= 0
  }
}
