import { allergenTag, isShellfish } from '../../food-tags.ts'
import type { ConversionReport } from '../report.ts'

const SHELLFISH =
  '[item|items] with shellfish [is|are] tagged as if [it has|they have] crustaceans, so check whether [it has|they have] molluscs'

/**
 * The tags of allergens, each once.
 * @param allergens their names in the source; empty names are left out
 * @param name of the item, for the report
 */
export function readAllergens(
  allergens: readonly string[],
  name: string,
  report: ConversionReport,
): readonly string[] {
  if (allergens.some(isShellfish)) report.lose(SHELLFISH, name)
  return [...new Set(allergens.filter((allergen) => allergen !== '').map(allergenTag))]
}
