import type { SourceMenu } from '../mapping/source-menu.ts'
import type { ConversionReport } from '../report.ts'

const REPEATED = '[menu is|menus are] left out, because [it is|they are] the same as another one'

/** Each menu once. Pages have one both in their restaurant and on its own. */
export function withoutRepeats(
  menus: readonly SourceMenu[],
  report: ConversionReport,
): readonly SourceMenu[] {
  const kept: SourceMenu[] = []
  const byContent = new Map<string, number[]>()
  for (const menu of menus) {
    const key = contentOf(menu)
    const same = byContent.get(key) ?? []
    const index = same.find((one) => canBeOf(kept[one]?.restaurant, menu.restaurant))
    const known = index === undefined ? undefined : kept[index]
    if (index === undefined || known === undefined) byContent.set(key, [...same, kept.push(menu) - 1])
    else {
      kept[index] = { ...known, restaurant: known.restaurant ?? menu.restaurant }
      report.skip(REPEATED)
    }
  }
  return kept
}

function canBeOf(one: SourceMenu['restaurant'], other: SourceMenu['restaurant']): boolean {
  return one === other || !one || !other
}

/** All that is on a menu, without the ids. */
function contentOf({ name, groups }: SourceMenu): string {
  return JSON.stringify([name, groups], (key, value) => (key === 'sourceId' ? undefined : value))
}
