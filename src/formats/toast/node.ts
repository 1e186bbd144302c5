import { type ImportErrorList, showValue } from '../../documents/import-error.ts'
import { isObject, type JsonObject } from '../../lib/json/json.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import type { ImportReport } from '../import-report.ts'
import { asList, asObject, cleanDescription, cleanText } from '../shared/clean-text.ts'
import type { ReadingContext } from '../shared/reading-context.ts'
import { refuseFields, refuseNonBooleans } from '../shared/refuse-fields.ts'

/** An object of a file, and where it is: `menus.json: /menus/0`. */
export interface ToastNode {
  readonly fields: JsonObject
  readonly place: string
}

const REFERENCES = ['modifierGroupReferences', 'modifierOptionReferences'] as const
type ReferenceField = (typeof REFERENCES)[number]
/** The modifier groups and options of a file, by the numbers with which items and modifiers refer to them. */
export type References = ReadonlyMap<ReferenceField, ReadonlyMap<string, ToastNode>>

/** Whether a node is in stock: true without an entry, and undefined without a file. */
export type Stock = (node: ToastNode) => boolean | undefined

/** The context for reading any part of a file. */
export interface ToastContext extends ReadingContext {
  readonly references: References
  readonly stock: Stock
}

/** The fields that are read, or that do not matter, although their names suggest that they do. */
// biome-ignore format: a few lines
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'price', 'pricingStrategy', 'pricingRules', 'calories', 'allergens', 'outOfStock', 'portions',
  'visibility', 'availability', 'deleted', 'modifierGroupReferences', 'modifierOptionReferences',
  'unitOfMeasure', 'dimensionUnitOfMeasure', 'weightUnitOfMeasure', 'modifierOptionTaxInfo',
])
const FLAGS = ['deleted', 'outOfStock', 'alwaysAvailable']
const HIDDEN =
  '[menu, group, item|menus, groups, items] or [modifier is|modifiers are] left out, because [it is|they are] deleted or hidden everywhere'
const TIMES =
  '[menu, group or item loses|menus, groups or items lose] the times at which [it is|they are] served'

/** The objects in an array of a node. Anything else in it is an error. */
export function childNodes(node: ToastNode, field: string, errors: ImportErrorList): readonly ToastNode[] {
  const place = `${node.place}/${field}`
  const children = asList(node.fields[field])
  if (!children.every(isObject)) errors.add(place, 'must be an array of objects')
  return children.map((child, index) => ({ fields: asObject(child), place: `${place}/${index}` }))
}

/** Selects the nodes that are neither deleted nor hidden, and counts the others in the report. */
export function selectVisible(nodes: readonly ToastNode[], report: ImportReport): readonly ToastNode[] {
  const shown = nodes.filter(({ fields: { deleted, visibility } }) => {
    // A node that is visible nowhere is hidden even in the restaurant's own system.
    const isHidden = Array.isArray(visibility) && visibility.length === 0
    return deleted !== true && !isHidden
  })
  if (shown.length < nodes.length) report.addNotes(HIDDEN, nodes.length - shown.length)
  return shown
}

/** What all nodes have. A missing name is an error, and so is an unread field that may matter. Times are reported as lost. */
export function readCommonFields({ fields, place }: ToastNode, report: ImportReport) {
  const { errors } = report
  const name = cleanText(fields['name'])
  const named = `${place} (${shorten(name)})`
  const availability = asObject(fields['availability'])
  refuseFields(Object.entries(fields), KNOWN_FIELDS, named, errors)
  refuseNonBooleans([fields, availability], FLAGS, named, errors)
  if (name === '') errors.add(`${place}/name`, 'must not be empty')
  if (availability['alwaysAvailable'] === false) report.addLoss(TIMES, name)
  return {
    sourceId: cleanText(fields['guid']) || undefined,
    name,
    description: cleanDescription(fields['description']),
  }
}

/** @param root the object at the top of a file */
export function readReferences(root: ToastNode): References {
  return new Map(REFERENCES.map((field) => [field, referencesIn(root, field)]))
}

function referencesIn(root: ToastNode, field: ReferenceField): ReadonlyMap<string, ToastNode> {
  const entries = Object.entries(asObject(root.fields[field]))
  return new Map(
    entries.map(([key, value]) => {
      const fields = asObject(value)
      return [cleanText(fields['referenceId']) || key, { fields, place: `${root.place}/${field}/${key}` }]
    }),
  )
}

/** The visible nodes that a node refers to. A missing one is an error. */
export function referencedNodes(
  { fields, place }: ToastNode,
  field: ReferenceField,
  { references, report }: ToastContext,
): readonly ToastNode[] {
  const nodes = asList(fields[field]).flatMap((number) => {
    const node = references.get(field)?.get(cleanText(number))
    if (node === undefined)
      report.errors.add(`${place}/${field}`, `must be in the file, got ${showValue(number)}`)
    return node ?? []
  })
  return selectVisible(nodes, report)
}
