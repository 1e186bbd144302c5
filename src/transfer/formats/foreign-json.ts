import { cut } from '../errors.ts'
import { SAVE_AS_TABLE } from './mapping/advice.ts'
import type { Sample } from './sample.ts'

const SECTIONS: ReadonlySet<string> = new Set(['users', 'sites', 'devices', 'menus', 'apiKeys'])
/** What menus of shops and delivery services have, and those of an import file do not. */
const FOREIGN =
  /^(?:menus\[\]\.)?(?:categor(?:ies|y_ids|yIds)|items|item_ids|sections|products|menu_items|menuItems|modifier_?groups|title|labels)$/i
const SHOWN_FIELDS = 5

/**
 * What is wrong with a JSON object that is no import file, but probably the menu of another program.
 * @returns undefined if it may be an import file
 */
export function foreignJson({ paths }: Sample): string | undefined {
  const fields = [...paths].filter((path) => /^[^.[\]*]+$/.test(path))
  if (fields.length === 0 || paths.has('menus[].groups')) return undefined
  if (!fields.some((field) => SECTIONS.has(field))) return withoutSections(fields)
  const foreign = [...paths].filter((path) => FOREIGN.test(path))
  return foreign.length === 0
    ? undefined
    : `is the menu of another program, because it has ${listed(foreign)}: ${SAVE_AS_TABLE}`
}

/** Why something is no import file. @param unknown the fields that it has */
export function withoutSections(unknown: readonly string[]): string {
  const found = unknown.length === 0 ? 'is empty' : `has only other fields: ${listed(unknown)}`
  return `must have users, sites, devices, menus or apiKeys, but ${found}. If it is the menu of another program, ${SAVE_AS_TABLE}`
}

function listed(fields: readonly string[]): string {
  const rest = fields.length > SHOWN_FIELDS ? ` and ${fields.length - SHOWN_FIELDS} more` : ''
  return fields.slice(0, SHOWN_FIELDS).map(cut).join(', ') + rest
}
