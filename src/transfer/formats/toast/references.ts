import type { ImportErrors } from '../../errors.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import type { ToastNode } from './node.ts'

/** The modifier groups and options of a file, to which items and each other refer. */
export interface References {
  /** By the number that items refer to. */
  readonly groups: ReadonlyMap<string, ToastNode>
  readonly groupsByGuid: ReadonlyMap<string, ToastNode>
  /** By the number that groups refer to. */
  readonly options: ReadonlyMap<string, ToastNode>
}

/** @param root the object at the top of a file */
export function readReferences(root: ToastNode, errors: ImportErrors): References {
  const groups = referencesIn(root, 'modifierGroupReferences', errors)
  const options = referencesIn(root, 'modifierOptionReferences', errors)
  const byGuid = [...groups.values()].map((group) => [cleanText(group.fields['guid']), group] as const)
  return { groups, options, groupsByGuid: new Map(byGuid) }
}

function referencesIn(root: ToastNode, field: string, errors: ImportErrors): Map<string, ToastNode> {
  const found = new Map<string, ToastNode>()
  for (const [key, value] of Object.entries(asObject(root.fields[field]))) {
    const place = `${root.place}/${field}/${key}`
    const fields = asObject(value)
    if (Object.keys(fields).length === 0) errors.add(place, 'must be an object with fields')
    found.set(cleanText(fields['referenceId']) || key, { fields, place })
  }
  return found
}

/** The nodes that a node refers to, and the numbers of those that do not exist. */
export function resolve(
  { fields }: ToastNode,
  field: string,
  nodes: ReadonlyMap<string, ToastNode>,
): { readonly found: readonly ToastNode[]; readonly missing: readonly string[] } {
  const list = fields[field]
  const numbers = Array.isArray(list) ? list.map(cleanText) : []
  return {
    found: numbers.flatMap((number) => nodes.get(number) ?? []),
    missing: numbers.filter((number) => !nodes.has(number)),
  }
}
