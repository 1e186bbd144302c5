import { cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, type LdValue, targetOf, textIn, textOfValue } from './graph.ts'

/** The terms in a field, such as `VeganDiet`: from their addresses, their names, or things with either. */
export function termsIn(node: LdNode | undefined, field: string, graph: Graph): readonly string[] {
  const values = node?.fields.get(field) ?? []
  return values.map((value) => termOf(value, field, graph)).filter((term) => term !== '')
}

function termOf(value: LdValue, field: string, graph: Graph): string {
  const node = targetOf(value, field, graph)
  const [type = ''] = node?.types ?? []
  const text = node ? textIn(node, 'name') || textIn(node, 'termCode') || node.id || type : textOfValue(value)
  return cleanText(text)
    .split(/([\s,;])/)
    .map(withoutAddress)
    .join('')
}

/** `VeganDiet` of `https://schema.org/VeganDiet/` or `schema:VeganDiet`. */
function withoutAddress(word: string): string {
  if (!/^https?:\/\//i.test(word)) return word.replace(/^(?:schema:|#)/, '')
  const address = word.endsWith('/') ? word.slice(0, -1) : word
  return address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf('#')) + 1)
}
