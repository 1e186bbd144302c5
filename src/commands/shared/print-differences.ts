import {
  type DifferenceCounts,
  type ImportDifference,
  OBJECT_KINDS,
} from '../../documents/write/import-differences.ts'
import { ACTIONS, type FieldDifference } from '../../lib/differences.ts'
import { shorten } from '../../lib/text/cut-to.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { print } from './output.ts'

const SIGNS = { added: '+ ', changed: '', removed: '- ' } as const

/** Creates a printer of changes, one on each line. Changes of a menu are below its name. */
export function differencePrinter(): (difference: ImportDifference) => void {
  let heading = ''
  return (difference) => {
    const { menu } = difference
    const next = menu ? `${menu.name} (${menu.id})` : ''
    if (next !== heading && menu) print(escapeControlCharacters(`${next}:`))
    heading = next
    print(escapeControlCharacters(`${menu ? '  ' : ''}${describeDifference(difference)}`))
  }
}

/** A change such as `Cold Brew  price 4.5 → 4.75`. */
function describeDifference(difference: ImportDifference): string {
  const { kind, action, id, name, parents = [], fields = [] } = difference
  const path = [...parents, name].join(' > ')
  const what = kind === 'item' ? path : kind === 'group' ? `${path} (group)` : `${kind} ${name} (${id})`
  const changes = fields.map(describeField).join(', ')
  return `${SIGNS[action]}${what}${changes && `  ${changes}`}`
}

function describeField({ field, from, to }: FieldDifference): string {
  // Writes a name such as `inStock` in words.
  const name = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  // Hours are too long for a line, and may differ anywhere.
  if (field === 'hours') return `${name} changed`
  return `${name} ${describeValue(from)} → ${describeValue(to)}`
}

function describeValue(value: unknown): string {
  if (value === null) return 'none'
  if (value === '') return '""'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : shorten(value.join(', '))
  return shorten(String(value))
}

/**
 * A sentence for each kind of object that changes, such as `Items: 1 added, 2 changed.`
 * @param nothing the sentence if there is no change
 */
export function describeCounts(counts: DifferenceCounts, nothing: string): string {
  const sentences = OBJECT_KINDS.flatMap((kind) => {
    const parts = ACTIONS.filter((action) => counts[kind][action] > 0).map(
      (action) => `${formatNumber(counts[kind][action])} ${action}`,
    )
    return parts.length > 0 ? [`${kind.charAt(0).toUpperCase()}${kind.slice(1)}s: ${parts.join(', ')}.`] : []
  })
  return sentences.length > 0 ? sentences.join(' ') : nothing
}
