import { fragmentWith } from '../../browser/address.ts'
import { quoteForShell } from '../../lib/text/quote-for-shell.ts'
import { type MenuSelection, toQuery } from './menu-selection.ts'

/** The fields of the form that are parameters of a board, in the order of its address. */
const PARAMETERS = ['groups', 'title', 'theme', 'locale', 'currency', 'diagonal', 'distance', 'screen']

/** Returns the query and the fragment of a board. Empty fields of the form are left out, so that the board uses its defaults. */
export function boardParameters(selection: MenuSelection, form: FormData, pageKey: string): string {
  const query = new URLSearchParams(toQuery(selection))
  for (const name of PARAMETERS)
    for (const value of textsOf(form, name)) if (value !== '') query.append(name, value)
  const [ownKey = ''] = textsOf(form, 'key')
  return `?${query}${fragmentWith(ownKey || pageKey)}`
}

/** Writes the command that creates a key for these menus only. */
export function keyCommand({ menus }: MenuSelection): string {
  return `signage keys create --user USER --name Board --menu ${menus.map(argument).join(' ')}`
}

function argument(id: string): string {
  return /^[\w.-]+$/.test(id) ? id : quoteForShell(id)
}

function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).map((value) => String(value).trim())
}
