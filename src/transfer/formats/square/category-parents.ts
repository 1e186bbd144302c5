import { asObject } from '../mapping/text.ts'
import type { Reason } from '../report.ts'
import type { CatalogObject } from './objects.ts'
import { nonEmptyText } from './values.ts'

type Categories = ReadonlyMap<string, CatalogObject>

/** Where categories are in the tree. Those without a parent are at the top. */
export interface Parents {
  readonly parentOf: ReadonlyMap<string, string>
  /** Why some of those at the top are not where the files put them. */
  readonly problems: ReadonlyMap<string, Reason>
}

const OWN_ANCESTOR = '[category is|categories are] within [itself|themselves], and [is|are] put at the top'
const UNKNOWN_PARENT =
  '[category has a parent|categories have parents] that [is|are] not in the files, and [is|are] put at the top'

/**
 * Finds the parents of the categories on the menu. If a parent is not on it, the next one above takes its place.
 * @param all the categories in the files, by id
 */
export function findParents(all: Categories, kept: Categories): Parents {
  const parentOf = new Map<string, string>()
  for (const [id, { data }] of all) {
    const parentId = nonEmptyText(asObject(data['parent_category'])['id'])
    if (parentId !== undefined) parentOf.set(id, parentId)
  }
  const problems = new Map(cutCycles(parentOf).map((id) => [id, OWN_ANCESTOR]))
  for (const id of kept.keys()) {
    const parentId = skipOver(id, parentOf, (parent) => all.has(parent) && !kept.has(parent))
    if (parentId === undefined || kept.has(parentId)) continue
    parentOf.delete(id)
    problems.set(id, UNKNOWN_PARENT)
  }
  return { parentOf, problems }
}

/** Takes away one parent in each cycle. @returns the ids of the categories that have lost theirs */
function cutCycles(parentOf: Map<string, string>): string[] {
  const cut: string[] = []
  const done = new Set<string>()
  for (const start of [...parentOf.keys()]) {
    const path = new Set<string>()
    for (let id: string | undefined = start; id !== undefined && !done.has(id); id = parentOf.get(id)) {
      if (path.has(id)) {
        parentOf.delete(id)
        cut.push(id)
        break
      }
      path.add(id)
    }
    for (const id of path) done.add(id)
  }
  return cut
}

/**
 * Gives a category the first parent above it that is not left out. So do all categories on the way, or else a long way
 * would be gone again for each category.
 */
function skipOver(
  id: string,
  parentOf: Map<string, string>,
  isLeftOut: (id: string) => boolean,
): string | undefined {
  const way = [id]
  let parentId = parentOf.get(id)
  while (parentId !== undefined && isLeftOut(parentId)) {
    way.push(parentId)
    parentId = parentOf.get(parentId)
  }
  for (const passed of way) {
    if (parentId === undefined) parentOf.delete(passed)
    else parentOf.set(passed, parentId)
  }
  return parentId
}
