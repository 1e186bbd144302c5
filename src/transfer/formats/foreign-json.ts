import { listNames } from '../errors.ts'
import { importFileSections } from '../schema.ts'
import type { Sample } from './sample.ts'

/** What menus of shops and delivery services have, and neither an import file nor anything else that is read. */
const FOREIGN =
  /(?:^|\.)(?:categor(?:ies|y_ids|yIds)|items|item_ids|sections|products|dishes|menu_?items|modifier_?groups)$|^menus\[\]\.(?:title|labels)$|^(?:data|rows)?\[\]\.(?:name|title|item|dish|product|price)$/i
/** Fields of things in a list. */
const LISTED = /\[\]\.\w*(?:name|title|price|quantity)$/i
const SHOWN_FIELDS = 5

/** The fields of a JSON file that is the menu of another program; undefined if it is none. */
export function foreignFields({ paths }: Sample): string | undefined {
  if (paths.has('menus[].groups')) return undefined
  const others = withoutOwn(paths)
  if (others.length > 0) return listFields(others)
  const found = [...paths]
    .filter((path) => FOREIGN.test(path))
    .map((path) => path.slice(path.lastIndexOf('.') + 1))
  return found.length === 0 ? undefined : listFields([...new Set(found)])
}

/** The fields at the top of an object with a list of things, if it has none of an import file, not even a misspelled one with groups. */
function withoutOwn(paths: ReadonlySet<string>): readonly string[] {
  const all = [...paths]
  const isOwn = all.some((path) => Object.hasOwn(importFileSections, path) || /(?:^|\.)groups$/.test(path))
  const isForeign = !isOwn && all.some((path) => LISTED.test(path))
  return isForeign ? all.filter((path) => path !== '*' && !/[[.]/.test(path)) : []
}

export function listFields(fields: readonly string[]): string {
  return listNames(fields, SHOWN_FIELDS)
}
