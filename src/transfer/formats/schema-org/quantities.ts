import { cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, nodesIn, textIn } from './graph.ts'

/** Common units of quantities, whose codes nobody would understand: UN/CEFACT Recommendation 20. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ['LTR', 'l'],
  ['DLT', 'dl'],
  ['CLT', 'cl'],
  ['MLT', 'ml'],
  ['KGM', 'kg'],
  ['HGM', 'hg'],
  ['DJ', 'dag'],
  ['GRM', 'g'],
  ['LBR', 'lb'],
  ['ONZ', 'oz'],
  ['OZA', 'fl oz'],
  ['PTL', 'pt'],
  ['PTI', 'pt'],
  ['GLL', 'gal'],
  ['KJO', 'kJ'],
  ['JOU', 'J'],
  ['E14', 'kcal'],
  ['K51', 'kcal'],
  ['K53', 'kcal'],
  ['D70', 'cal'],
])
/** Codes of pieces, which say nothing about one. */
const PIECES: ReadonlySet<string> = new Set(['', 'C62', 'EA', 'H87', 'NMP', 'PCE'])
const ONE_PIECE = /^1(?:[.,]0+)?(?: (?:piece|each|item|unit|serving|portion))?$/i
/** The fields with the quantity that a price is for, of an offer or of a price. */
const QUANTITIES = ['eligibleQuantity', 'referenceQuantity', 'billingIncrement']

/** The quantity that a price is for, such as `100 g`; empty if it is for one piece. */
export function quantityOf(node: LdNode, graph: Graph): string {
  const own = unitOf(node) === '' ? '' : `${textIn(node, 'value') || 1} ${unitOf(node)}`
  return [...QUANTITIES.map((field) => sizeOf(node, field, graph)), own].find((text) => text !== '') ?? ''
}

/** `0.5 l`, from a text or from a quantity. */
export function sizeOf(node: LdNode, field: string, graph: Graph): string {
  const [quantity] = nodesIn(node, field, graph)
  if (quantity === undefined)
    return field === 'size' ? textIn(node, field) : withoutOnePiece(textIn(node, field))
  const name = textIn(quantity, 'name')
  const value = textIn(quantity, 'value') || textIn(quantity, 'minValue')
  return name || withoutOnePiece(cleanText(`${value} ${unitOf(quantity)}`))
}

/** The unit of a quantity. A code that is not known is better than none: a price for 100 of something is none for one. */
export function unitOf(quantity: LdNode): string {
  const code = cleanText(textIn(quantity, 'unitCode')).replace(/^.*[/#:]/, '')
  return (
    textIn(quantity, 'unitText') ||
    (PIECES.has(code.toUpperCase()) ? '' : (UNITS.get(code.toUpperCase()) ?? code))
  )
}

function withoutOnePiece(text: string): string {
  return ONE_PIECE.test(text) ? '' : text
}
