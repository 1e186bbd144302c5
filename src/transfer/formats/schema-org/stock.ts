import { labelOf } from '../mapping/name-lists.ts'
import { cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, nodesIn, textIn } from './graph.ts'
import type { ReadingContext } from './reading.ts'
import { termsIn } from './texts.ts'

const UNCLEAR = '[item is|items are] taken to be in stock, because [its|their] availability may mean either'
/** Availabilities in lower case and without separators. */
const IN_STOCK: ReadonlySet<string> = new Set([
  ...['instock', 'instoreonly', 'limitedavailability', 'madetoorder', 'available', 'yes', 'true'],
])
const NOT_IN_STOCK: ReadonlySet<string> = new Set([
  ...['outofstock', 'soldout', 'discontinued', 'unavailable', 'notavailable', 'no', 'false'],
])

/** Fields that schema.org does not have, in lower case and without separators, each with the word for no. */
const FLAGS: ReadonlyMap<string, RegExp> = new Map([
  ...['available', 'isavailable', 'instock', 'isinstock'].map((name) => [name, /^(?:false|no|0)$/i] as const),
  ...['soldout', 'issoldout', 'outofstock'].map((name) => [name, /^(?:true|yes|1)$/i] as const),
])

/** Whether nothing says that an offer or an item is not in stock. What may mean either is reported. */
export function isInStock(node: LdNode, name: string, { graph, report }: ReadingContext): boolean {
  const terms = termsIn(node, 'availability', graph)
  const level = levelOf(node, graph)
  const isOut =
    terms.some((term) => NOT_IN_STOCK.has(plain(term))) || Number(level || 1) <= 0 || hasFlag(node)
  const unclear = Number.isNaN(Number(level)) ? level : terms.find((term) => !IN_STOCK.has(plain(term)))
  if (!isOut && unclear !== undefined) report.lose(UNCLEAR, labelOf({ name }, unclear))
  return !isOut
}

function levelOf(node: LdNode, graph: Graph): string {
  const [quantity] = nodesIn(node, 'inventoryLevel', graph)
  if (quantity === undefined) return cleanText(textIn(node, 'inventoryLevel'))
  return cleanText(textIn(quantity, 'value') || textIn(quantity, 'maxValue'))
}

function hasFlag(node: LdNode): boolean {
  return [...node.fields.keys()].some((field) =>
    FLAGS.get(plain(field))?.test(cleanText(textIn(node, field))),
  )
}

function plain(text: string): string {
  return text.replace(/[\s_-]/g, '').toLowerCase()
}
