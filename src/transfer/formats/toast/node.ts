import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import { type ImportErrors, showValue } from '../../errors.ts'
import type { Reading } from '../mapping/reading.ts'
import { asObject, cleanText } from '../mapping/text.ts'
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

/** What is in stock. Without an entry, something is in stock; without a file, nothing is known. */
export interface Stock {
  has(node: ToastNode): boolean | undefined
  /** Counts the entries that were never asked for. */
  reportUnused(report: ConversionReport): void
}

/** What is needed to read any part of a file. */
export interface ToastFile extends Reading {
  readonly references: References
  readonly stock: Stock
}

const HIDDEN =
  '[menu, group, item|menus, groups, items] or [modifier is|modifiers are] left out, because [it is|they are] hidden everywhere'

const DELETED =
  '[menu, group, item|menus, groups, items] or [modifier is|modifiers are] left out, because [it is|they are] deleted'

const TIMES = '[group or item loses|groups or items lose] the times at which [it is|they are] served'

/** The objects in an array of a node. What is no array or no object is an error. */
export function childNodes(node: ToastNode, field: string, errors: ImportErrors): readonly ToastNode[] {
  const place = `${node.place}/${field}`
  const value = node.fields[field]
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    errors.add(place, `must be an array, got ${showValue(value)}`)
    return []
  }
  return value.flatMap((child, index) => nodeOf(child, `${place}/${index}`, errors))
}

function nodeOf(value: unknown, place: string, errors: ImportErrors): ToastNode[] {
  if (isObject(value)) return [{ fields: value, place }]
  errors.add(place, `must be an object, got ${showValue(value)}`)
  return []
}

/** The nodes that are neither deleted nor hidden. Those that are, are counted. */
export function visible(nodes: readonly ToastNode[], report: ConversionReport): readonly ToastNode[] {
  const existing = nodes.filter(({ fields }) => fields['deleted'] !== true)
  const shown = existing.filter((node) => !isHidden(node))
  if (existing.length < nodes.length) report.skip(DELETED, nodes.length - existing.length)
  if (shown.length < existing.length) report.skip(HIDDEN, existing.length - shown.length)
  return shown
}

/** Visible nowhere: neither in the restaurant's own system, nor at kiosks, nor online. */
function isHidden({ fields }: ToastNode): boolean {
  const visibility = fields['visibility']
  return Array.isArray(visibility) && visibility.length === 0
}

/** Whether a node is only available at some times. */
export function hasTimes({ fields }: ToastNode): boolean {
  return asObject(fields['availability'])['alwaysAvailable'] === false
}

export function reportTimes(node: ToastNode, report: ConversionReport): void {
  if (hasTimes(node)) report.lose(TIMES, cleanText(node.fields['name']))
}

export function nameOf({ fields, place }: ToastNode, errors: ImportErrors): string {
  const name = cleanText(fields['name'])
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
