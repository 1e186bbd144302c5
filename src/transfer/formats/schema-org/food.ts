import { readAllergens } from '../mapping/allergens.ts'
import { readDiets } from '../mapping/diets.ts'
import { labelOf } from '../mapping/name-lists.ts'
import { isNode, type LdNode, type LdValue, nodesIn, targetOf, textIn } from './graph.ts'
import type { ReadingContext } from './reading.ts'
import { termsIn } from './texts.ts'

/** Fields in lower case. Schema.org only has the first one, but pages have the others. */
const DIETS = /^(?:suitablefordiet|diets?|dietary(?:restrictions?|preferences?|labels?|info|information)?)$/
const ALLERGENS = /^(?:contains)?allergens?(?:info|information)?$/
const TRACES = /^(?:maycontain(?:allergens?|tracesof)?|traces|traceallergens?)$/
/** Other fields may say the contrary: `allergenFree`. */
const RELATED = /allergen|allergies|diet|^maycontain/
const UNREAD = '[item loses|items lose] what a field says of allergens or diets'

/** The tags of the diets and the allergens of an item. */
export function foodTagsOf(node: LdNode, name: string, { graph, report }: ReadingContext): readonly string[] {
  const diets = namesIn(DIETS).map((text) => text.replace(/(?<=\w)Diet$/, ''))
  const traces = namesIn(TRACES).map((text) => `may contain ${text}`)
  for (const field of node.fields.keys())
    if (isUnread(plain(field))) report.lose(UNREAD, labelOf({ name }, field))
  return [
    ...readDiets(diets, { name }, report),
    ...readAllergens([...namesIn(ALLERGENS), ...properties(), ...traces], { name }, report),
  ]

  function namesIn(pattern: RegExp): readonly string[] {
    return [...node.fields].flatMap(([field, values]) =>
      pattern.test(plain(field))
        ? [...termsIn(node, field, graph), ...values.flatMap((one) => flagsIn(one, field))]
        : [],
    )
  }

  /** The names in an object such as `{ "milk": true, "eggs": false }`. */
  function flagsIn(value: LdValue, field: string): readonly string[] {
    const target = isNode(value) ? targetOf(value, field, graph) : undefined
    return [...(target?.fields ?? [])].flatMap(([flag, [is]]) => (is === true ? flag : []))
  }

  function properties(): readonly string[] {
    return nodesIn(node, 'additionalProperty', graph)
      .filter((one) => ALLERGENS.test(plain(textIn(one, 'name') || textIn(one, 'propertyID'))))
      .flatMap((one) => termsIn(one, 'value', graph))
  }
}

function isUnread(field: string): boolean {
  return RELATED.test(field) && ![DIETS, ALLERGENS, TRACES].some((pattern) => pattern.test(field))
}

function plain(field: string): string {
  return field.replace(/[\s_-]/g, '').toLowerCase()
}
