import { DocumentError } from '../errors.ts'
import { readJson } from './containers/json.ts'
import { type Format, MENU_OPTIONS } from './format.ts'
import type { InputFile } from './input-file.ts'
import { locationOf, requireName } from './mapping/finish.ts'
import { deriveMenuId } from './mapping/ids.ts'
import { asObject } from './mapping/text.ts'

/** A saved response of `GET /v1/groups`. Its groups are those of an import file, so they are taken as they are. */
export const groups: Format = {
  options: MENU_OPTIONS,
  matches: ({ paths }) => paths.has('groups') || paths.has('[].groups'),

  async read(files, options) {
    const { location, restaurant } = options
    const name = requireName('', options)
    return [
      {
        id: options.menuId ?? deriveMenuId('groups', name, location ?? null),
        name,
        keepsLeftOut: true,
        location: locationOf(location, restaurant),
        groups: files.flatMap(groupsOf),
      },
    ]
  },
}

function groupsOf(file: InputFile): unknown[] {
  const content = readJson(file)
  const list = Array.isArray(content) ? content : asObject(content)['groups']
  if (Array.isArray(list)) return list
  throw new DocumentError(`${file.name}: must be an object with groups, or an array of them`)
}
