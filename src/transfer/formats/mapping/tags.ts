import { tagFault } from '../../food-tags.ts'
import type { ConversionReport } from '../report.ts'
import { UNKNOWN_TAG } from './losses.ts'
import { type ListOwner, labelOf } from './name-lists.ts'

/** Takes what is a tag in the source as it stands. Allergens and diets that boards do not know are named. */
export function readTags(
  tags: readonly string[],
  owner: ListOwner,
  report: ConversionReport,
): readonly string[] {
  for (const tag of tags) if (tagFault(tag) !== undefined) report.assume(UNKNOWN_TAG, labelOf(owner, tag))
  return tags
}
