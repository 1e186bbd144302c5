import { compareTexts } from '../lib/text/compare-texts.ts'
import type { MenuRow } from './menu-rows.ts'
import type { Group, Menu, SelectorOption } from './schema.ts'
import { visitGroups } from './tree.ts'

/** Converts a row to a menu of `GET /v1/menus`. */
export function toMenu({ id, name, location_name, restaurant_name }: MenuRow): Menu {
  return { id, name, locations: { name: location_name, restaurantName: restaurant_name } }
}

/** The menus as select options: `Kids Menu (Production Kitchen)`, or just the name without a location. */
export function menuOptions(menus: readonly MenuRow[]): SelectorOption[] {
  return menus
    .map(({ id, name, location_name }) => ({
      label: location_name ? `${name} (${location_name})` : name,
      value: id,
    }))
    .sort(byLabelThenValue)
}

/** Every group at any depth as a select option: `Parent > Child`. */
export function groupOptions(tree: readonly Group[]): SelectorOption[] {
  const options: SelectorOption[] = []
  visitGroups(tree, (group, ancestors) => {
    options.push({ label: [...ancestors, group].map(({ name }) => name).join(' > '), value: group.id })
  })
  return options.sort(byLabelThenValue)
}

function byLabelThenValue(a: SelectorOption, b: SelectorOption): number {
  return compareTexts(a.label, b.label) || compareTexts(a.value, b.value)
}
