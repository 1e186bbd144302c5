import { cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import {
  type Graph,
  isNode,
  type LdNode,
  type LdValue,
  languageOf,
  nodesIn,
  targetOf,
  textIn,
  textOfValue,
} from './graph.ts'

const SEVERAL_TEXTS =
  '[text is|texts are] in several languages or several times, and one of them is read (name that of the menu in inLanguage)'

/** The code of the language of a menu; empty if nothing says it, or if there are several. */
export function languageOfMenu(menu: LdNode, graph: Graph): string {
  const [language, ...others] = [
    ...(menu.fields.get('inLanguage') ?? []).map(textOfValue),
    ...nodesIn(menu, 'inLanguage', graph).map((one) => textIn(one, 'alternateName') || textIn(one, 'name')),
  ].filter((code) => code !== '')
  return others.length > 0 ? '' : (language ?? graph.language)
}

/**
 * The text of a field, in the language of the menu. If that does not decide, it is one without a language, or else the first,
 * and that is reported.
 */
export function textFor(
  node: LdNode | undefined,
  field: string,
  { language, report }: { readonly language: string; readonly report: ConversionReport },
): string {
  const texts = (node?.fields.get(field) ?? []).filter(
    (value) => !isNode(value) && cleanText(textOfValue(value)) !== '',
  )
  const wanted = texts.filter((text) => language !== '' && primary(languageOf(text)) === primary(language))
  const others = [...texts].sort(
    (one, other) => Number(languageOf(one) !== '') - Number(languageOf(other) !== ''),
  )
  const candidates = (wanted.length > 0 ? wanted : others).map(textOfValue)
  const [first = ''] = candidates
  if (new Set(candidates.map(cleanText)).size > 1) report.lose(SEVERAL_TEXTS, cleanText(first))
  return first
}

/** `de` of `de-AT`. */
function primary(language: string): string {
  const [code = ''] = language.trim().toLowerCase().split(/[-_]/)
  return code
}

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
