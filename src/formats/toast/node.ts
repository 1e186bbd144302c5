import { type ImportErrors, showValue } from '../../documents/document-error.ts'
import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { cut } from '../../lib/text/cut-to.ts'
import type { Reading } from '../mapping/reading.ts'
import { asList, asObject, cleanText } from '../mapping/text.ts'
import { refuseFields, refuseFlags } from '../mapping/unknown-fields.ts'
import type { ConversionReport } from '../report.ts'

/** An object of a file, and where it is: `menus.json: /menus/0`. */
export interface ToastNode {
  readonly fields: JsonObject
  readonly place: string
}

/** The modifier groups and options of a file, to which items and each other refer. */
export interface References {
  /** By the number that items refer to. */
  readonly groups: ReadonlyMap<string, ToastNode>
  readonly groupsByGuid: ReadonlyMap<string, ToastNode>
  /** By the number that groups refer to. */
  readonly options: ReadonlyMap<string, ToastNode>
}

/** Whether a node is in stock: true without an entry, and undefined without a file. */
export type Stock = (node: ToastNode) => boolean | undefined

/** The context for reading any part of a file. */
export interface ToastFile extends Reading {
  readonly references: References
  readonly stock: Stock
}

/** The fields that are read, or that do not matter, although their names suggest that they do. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['price', 'pricingStrategy', 'pricingRules', 'calories', 'allergens', 'outOfStock', 'portions'],
  ...['visibility', 'availability', 'deleted', 'modifierGroupReferences', 'modifierOptionReferences'],
  ...['unitOfMeasure', 'dimensionUnitOfMeasure', 'weightUnitOfMeasure', 'modifierOptionTaxInfo'],
])
/** Fields that are true or false. */
const FLAGS = ['deleted', 'outOfStock', 'alwaysAvailable']
const HIDDEN =
  '[menu, group, item|menus, groups, items] or [modifier is|modifiers are] left out, because [it is|they are] deleted or hidden everywhere'

const TIMES =
  '[menu, group or item loses|menus, groups or items lose] the times at which [it is|they are] served'

/** The objects in an array of a node. Anything else in it is an error. */
export function childNodes(node: ToastNode, field: string, errors: ImportErrors): readonly ToastNode[] {
  const place = `${node.place}/${field}`
  const children = asList(node.fields[field])
  if (!children.every(isObject)) errors.add(place, 'must be an array of objects')
  return children.map((child, index) => ({ fields: asObject(child), place: `${place}/${index}` }))
}

/** The nodes that are neither deleted nor hidden. The others are counted. */
export function visible(nodes: readonly ToastNode[], report: ConversionReport): readonly ToastNode[] {
  const shown = nodes.filter((node) => node.fields['deleted'] !== true && !isHidden(node))
  if (shown.length < nodes.length) report.skip(HIDDEN, nodes.length - shown.length)
  return shown
}

/** Visible nowhere: neither in the restaurant's own system, nor at kiosks, nor online. */
function isHidden({ fields }: ToastNode): boolean {
  const visibility = fields['visibility']
  return Array.isArray(visibility) && visibility.length === 0
}

/** Reports that a node is only available at some times. */
export function reportTimes({ fields }: ToastNode, report: ConversionReport): void {
  if (asObject(fields['availability'])['alwaysAvailable'] === false)
    report.lose(TIMES, cleanText(fields['name']))
}

/** The name of a node. A missing name is an error, and so is an unread field that may matter. */
export function nameOf({ fields, place }: ToastNode, errors: ImportErrors): string {
  const name = cleanText(fields['name'])
  const named = `${place} (${cut(name)})`
  refuseFields(Object.entries(fields), KNOWN, named, errors)
  refuseFlags([fields, asObject(fields['availability'])], FLAGS, named, errors)
  if (name === '') errors.add(`${place}/name`, 'must not be empty')
  return name
}

export function guidOf({ fields }: ToastNode): string | undefined {
  return cleanText(fields['guid']) || undefined
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

/** The nodes that a node refers to. A missing one is an error. */
export function referredNodes(
  { fields, place }: ToastNode,
  field: string,
  nodes: ReadonlyMap<string, ToastNode>,
  errors: ImportErrors,
): readonly ToastNode[] {
  return asList(fields[field]).flatMap((number) => {
    const node = nodes.get(cleanText(number))
    if (node === undefined) errors.add(`${place}/${field}`, `must be in the file, got ${showValue(number)}`)
    return node ?? []
  })
}
