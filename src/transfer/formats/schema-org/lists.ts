import { DocumentError, MAX_DEPTH, TOO_DEEP } from '../../errors.ts'
import { cleanText } from '../mapping/text.ts'
import { type Graph, type LdNode, linksIn, nodesIn, textIn } from './graph.ts'

/** The fields of a menu or a section with its parts. Lists may have parts of both kinds. */
const FIELDS = { item: 'hasMenuItem', section: 'hasMenuSection' } as const
const LIST = 'itemListElement'

/** Whether it has parts, or names of them. */
export function hasParts({ fields }: LdNode): boolean {
  return fields.has(FIELDS.item) || fields.has(FIELDS.section) || fields.has(LIST)
}

/**
 * The things in a field, and what of it is not in the document. Lists are opened, and those of a menu itself count, too.
 * @param spend is called for each list, of which references can make very many
 * @throws {DocumentError} if lists nest too deep
 */
export function partsIn(
  node: LdNode,
  field: string,
  graph: Graph,
  spend: () => void,
): { readonly nodes: readonly LdNode[]; readonly links: readonly string[] } {
  const links: string[] = []
  const listed = field === FIELDS.item || field === FIELDS.section ? partsOfList(node, LIST) : []
  const nodes = [
    ...partsOfList(node, field),
    ...listed.filter((part) => isSection(part) === (field === FIELDS.section)),
  ]
  return { nodes, links }

  function partsOfList(owner: LdNode, name: string, above: readonly LdNode[] = []): readonly LdNode[] {
    // Whoever looks for the items finds what is missing in the list of the node itself.
    const isOfOther = owner === node && name === LIST && field !== FIELDS.item
    if (!isOfOther) links.push(...linksIn(owner, name, graph))
    const path = [...above, owner]
    if (path.length > MAX_DEPTH) throw new DocumentError(`${graph.name}: ${TOO_DEEP}`)
    const parts = nodesIn(owner, name, graph)
    return inOrder(parts).flatMap((part) => opened(part, path))
  }

  function opened(part: LdNode, path: readonly LdNode[]): readonly LdNode[] {
    spend()
    // Whoever reads it reports that it contains itself.
    if (path.includes(part)) return [part]
    if (part.types.has('ListItem') && part.fields.has('item')) return partsOfList(part, 'item', path)
    const isList = part.types.has('ItemList') || (part.fields.has(LIST) && textIn(part, 'name') === '')
    return isList ? partsOfList(part, LIST, path) : [part]
  }
}

function isSection(node: LdNode): boolean {
  return node.types.has('MenuSection') || hasParts(node)
}

/** By `position`, if each has one. */
function inOrder(nodes: readonly LdNode[]): readonly LdNode[] {
  const positions = new Map(nodes.map((node) => [node, cleanText(textIn(node, 'position'))]))
  if ([...positions.values()].some((position) => !/^\d+$/.test(position))) return nodes
  const positionOf = (node: LdNode) => Number(positions.get(node))
  return [...nodes].sort((one, other) => positionOf(one) - positionOf(other))
}
