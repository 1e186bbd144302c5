import { fragmentWith } from '../../browser/address.ts'
import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import { type MenuSelection, toQuery } from './menu-selection.ts'

/** The fields of the form that are no parameters of a board. */
const OTHER_FIELDS = ['key', 'shape']

/** Returns the query and the fragment of a board. Empty fields of the form are left out, so that the board uses its defaults. */
export function boardParameters(selection: MenuSelection, form: FormData, pageKey: string): string {
  const query = new URLSearchParams(toQuery(selection))
  for (const [name, value] of form) {
    const text = String(value).trim()
    if (text !== '' && !OTHER_FIELDS.includes(name)) query.append(name, text)
  }
  const ownKey = String(form.get('key') ?? '').trim()
  return `?${query}${fragmentWith(ownKey || pageKey)}`
}

/** Writes the command that creates a key for these menus only. */
export function keyCommand({ menus }: MenuSelection): string {
  return `signage keys create --user USER --name Board --menu ${menus.map(argument).join(' ')}`
}

function argument(id: string): string {
  return /^[\w.-]+$/.test(id) ? id : quoteForShell(id)
}
