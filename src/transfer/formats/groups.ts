import { DocumentError, type ImportErrors } from '../errors.ts'
import { flattenMenu } from '../flatten.ts'
import { repeatedIds, sameId } from '../id-index.ts'
import { checkMember } from '../validate-member.ts'
import { loadValidators } from '../validators.ts'
import { readJson } from './containers/json.ts'
import { MENU_OPTIONS, type MenuFormat } from './format.ts'
import { describeFiles, type InputFile } from './input-file.ts'
import { hasNoItems, requireName } from './mapping/finish.ts'
import { withIds } from './mapping/ids.ts'
import { asList, asObject } from './mapping/text.ts'

/** A saved response of `GET /v1/groups`. Its groups are those of an import file, so they are taken as they are. */
export const groups: MenuFormat = {
  options: MENU_OPTIONS,
  matches: ({ paths }) => paths.has('groups') || paths.has('[].groups'),

  async read(files, options, report) {
    const { location, restaurant } = options
    const name = requireName('', options)
    const placed = files.flatMap(groupsOf)
    const [made] = withIds('groups', [{ id: options.menuId, name, location, restaurant, groups: [] }])
    const menu = { ...made, groups: placed.map(({ group }) => group) }
    const placeOf = (pointer: string) => {
      const [, index, rest] = /^\/groups\/(\d+)(.*)$/s.exec(pointer) ?? []
      const place = placed[Number(index)]?.place
      return place === undefined ? `${describeFiles(files)}: ${pointer || '/'}` : `${place}${rest}`
    }
    await checkGroups(menu, placeOf, report.errors)
    if (!menu.groups.some(hasItem)) report.note(hasNoItems(name))
    return [menu]
  },
}

function hasItem(group: unknown): boolean {
  const { items, groups: children } = asObject(group)
  return asList(items).length > 0 || asList(children).some(hasItem)
}

function groupsOf(file: InputFile) {
  const content = readJson(file)
  const list = Array.isArray(content) ? content : asObject(content)['groups']
  const pointer = list === content ? '' : '/groups'
  if (Array.isArray(list))
    return list.map((group: unknown, index) => ({ group, place: `${file.name}: ${pointer}/${index}` }))
  throw new DocumentError(`${file.name}: must be an object with groups, or an array of them`)
}

/** Adds the errors in groups by their places in their files: those of an import would count the groups of all files together. */
async function checkGroups(
  menu: object,
  placeOf: (pointer: string) => string,
  errors: ImportErrors,
): Promise<void> {
  // The check fills in defaults, but what is left out must stay so.
  const checked = checkMember(await loadValidators(), 'menus', '', structuredClone(menu), {
    count: 0,
    showsValues: true,
    add: (pointer, message) => errors.add(placeOf(pointer), message),
  })
  if (checked === undefined || errors.count > 0) return
  for (const [pointer, first] of repeatedIds(flattenMenu(checked)))
    errors.add(`${placeOf(pointer)}/id`, sameId(placeOf(first)))
}
