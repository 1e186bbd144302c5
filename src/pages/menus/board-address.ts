import { LOOK_PARAMETER, LOOKS } from '../../boards/looks.ts'
import { NUMBER_PARAMETERS } from '../../boards/parameter-limits.ts'
import { fragmentWith } from '../../browser/address.ts'
import { quoteForShellIfNeeded } from '../../lib/text/quote-for-shell.ts'
import { type MenuSelection, toQuery } from './menu-selection.ts'

/** The fields of the form that are no parameters of a board. */
const OTHER_FIELDS = ['key', 'shape']
/** The defaults of a board, by parameter. They are left out, so that a new default reaches the screens with older links. */
const DEFAULTS = new Map([
  [LOOK_PARAMETER, LOOKS[0]],
  ...Object.entries(NUMBER_PARAMETERS).map(([name, { defaultValue }]) => [name, `${defaultValue}`] as const),
])

/** Returns the query and the fragment of a board. */
export function boardQueryAndFragment(selection: MenuSelection, form: FormData, pageKey: string): string {
  const query = new URLSearchParams(toQuery(selection))
  for (const [name, value] of form) {
    const text = String(value).trim()
    if (text !== (DEFAULTS.get(name) ?? '') && text !== '' && !OTHER_FIELDS.includes(name))
      query.append(name, text)
  }
  const ownKey = String(form.get('key') ?? '').trim()
  return `?${query}${fragmentWith(ownKey || pageKey)}`
}

/** Writes the command that creates a key for these menus only. */
export function keyCommand({ menus }: MenuSelection): string {
  return `signage keys create --user USER --name Board --menu ${menus.map(quoteForShellIfNeeded).join(' ')}`
}
