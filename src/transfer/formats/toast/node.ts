import { isObject, type JsonObject } from '../../../lib/json/json.ts'
import type { ImportErrors } from '../../errors.ts'
import { showValue } from '../../errors.ts'
import { cleanText } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'

/** An object of a file, and where it is: `menus.json: /menus/0`. */
export interface ToastNode {
  readonly fields: JsonObject
  readonly place: string
}

const HIDDEN =
  '[menu, group, item|menus, groups, items] or [modifier is|modifiers are] left out, because [it is|they are] hidden everywhere'

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

/** The nodes that are not hidden. Those that are hidden are counted. */
export function visible(nodes: readonly ToastNode[], report: ConversionReport): readonly ToastNode[] {
  const shown = nodes.filter((node) => !isHidden(node))
  if (shown.length < nodes.length) report.skip(HIDDEN, nodes.length - shown.length)
  return shown
}

/** Visible nowhere: neither in the restaurant's own system, nor at kiosks, nor online. */
function isHidden({ fields }: ToastNode): boolean {
  const visibility = fields['visibility']
  return Array.isArray(visibility) && visibility.length === 0
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
