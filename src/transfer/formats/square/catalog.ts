import { groupBy } from '../../../lib/flow/group-by.ts'
import { DocumentError } from '../../errors.ts'
import { readJson } from '../containers/json.ts'
import { describeFiles, type InputFile } from '../input-file.ts'
import { type CatalogObject, findObjects, objectsIn, withoutRepeats } from './objects.ts'
import { nonEmptyText } from './values.ts'

/** The objects of all files, each of them once. */
export type Catalog = ReturnType<typeof readCatalog>

/** @throws {DocumentError} if a file is not JSON, or there is no catalog object in any file */
export function readCatalog(files: readonly InputFile[]) {
  const objects = withoutRepeats(files.flatMap((file) => findObjects(readJson(file), file.name)))
  const problem = 'must have objects of a Square catalog, but there are none'
  if (objects.length === 0) throw new DocumentError(`${describeFiles(files)}: ${problem}`)
  const byType = groupBy(objects, ({ type }) => type)
  const ofType = (type: string): readonly CatalogObject[] => byType.get(type) ?? []
  const byId = new Map(objects.map((object) => [`${object.type} ${object.id}`, object]))
  return {
    objects,
    ofType,
    find: (type: string, id: string | undefined) =>
      id === undefined ? undefined : byId.get(`${type} ${id}`),
    variationsOf: childrenOf('variations', 'item_id', ofType('ITEM_VARIATION')),
    modifiersOf: childrenOf('modifiers', 'modifier_list_id', ofType('MODIFIER')),
  }
}

/** Children are within their parent, and may also be in the files on their own: then they name their parent. */
function childrenOf(
  field: 'variations' | 'modifiers',
  parentField: string,
  separate: readonly CatalogObject[],
): (parent: CatalogObject) => readonly CatalogObject[] {
  const type = field === 'variations' ? 'ITEM_VARIATION' : 'MODIFIER'
  const byParent = groupBy(separate, ({ data }) => nonEmptyText(data[parentField]))
  return (parent) => {
    const others = parent.id === undefined ? [] : (byParent.get(parent.id) ?? [])
    return withoutRepeats([...objectsIn(parent, field, type), ...others])
  }
}
