import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import type { ImportErrors } from '../../errors.ts'
import { showValue } from '../../errors.ts'
import { asObject, cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'

/** An object of a file, and where it is: `menus.json: /menus/0`. */
export interface ToastNode {
  readonly fields: JsonObject
  readonly place: string
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

/** Reports the times of a group or an item. */
export function reportTimes(node: ToastNode, report: ConversionReport): void {
  if (hasTimes(node)) report.lose(TIMES, cleanText(node.fields['name']))
}

/** The name of a node. If it has none, that is an error. */
export function nameOf({ fields, place }: ToastNode, errors: ImportErrors): string {
  const name = cleanText(fields['name'])
  if (name === '') errors.add(`${place}/name`, 'must not be empty')
  return name
}

/** The source's own id of a node. */
export function guidOf({ fields }: ToastNode): string | undefined {
  return cleanText(fields['guid']) || undefined
}
