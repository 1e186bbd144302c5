import { cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, type LdValue, targetOf, textIn, textOfValue } from './graph.ts'

const ADDRESSES = /https?:\/\/\S*[/#](?=\w)|schema:|^#/g

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
    .replace(/\/(?=[\s,;]|$)/g, '')
    .replace(ADDRESSES, '')
}
