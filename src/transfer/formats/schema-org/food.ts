import { readAllergens } from '../mapping/allergens.ts'
import { readDiets } from '../mapping/diets.ts'
import { isNode, type LdNode, type LdValue, nodesIn, targetOf, textIn } from './graph.ts'
import type { ReadingContext } from './reading.ts'
import { termsIn } from './terms.ts'

/* Besides `suitableForDiet`, these fields are not those of schema.org, but pages have them. */
const ALLERGENS = /allergen/i
const DIETS = /diet/i

/** The tags of the diets and the allergens of an item. */
export function foodTagsOf(node: LdNode, name: string, { graph, report }: ReadingContext): readonly string[] {
  const diets = namesIn(DIETS).map((text) => text.replace(/(?<=\w)Diet$/, ''))
  return [
    ...readDiets(diets, { name }, report),
    ...readAllergens([...namesIn(ALLERGENS), ...propertiesIn()], { name }, report),
  ]

  function namesIn(pattern: RegExp): readonly string[] {
    return [...node.fields].flatMap(([field, values]) =>
      pattern.test(field)
        ? [...termsIn(node, field, graph), ...values.flatMap((one) => flagsIn(one, field))]
        : [],
    )
  }

  /** The names in an object such as `{ "milk": true, "eggs": false }`. */
  function flagsIn(value: LdValue, field: string): readonly string[] {
    const target = isNode(value) ? targetOf(value, field, graph) : undefined
    return [...(target?.fields ?? [])].flatMap(([flag, [is]]) => (is === true ? flag : []))
  }

  function propertiesIn(): readonly string[] {
    return nodesIn(node, 'additionalProperty', graph)
      .filter((one) => ALLERGENS.test(textIn(one, 'name') || textIn(one, 'propertyID')))
      .flatMap((one) => termsIn(one, 'value', graph))
  }
}
