import { formatNumber } from '../../../lib/text/format-number.ts'
import { type AlertBody, isOfSeveral } from '../body.ts'

/** A message as people read it. The lines contain names, which can be any text: a format must escape them. */
export interface Shown {
  readonly title: string
  readonly lines: readonly string[]
  readonly url: string | null
}

const TITLES = { 'incident.opened': 'Alert', 'incident.resolved': 'Resolved', test: 'Test' } as const

/** What people are shown of a message. */
export function shownOf(body: AlertBody): Shown {
  const url = 'url' in body.data ? body.data.url : null
  return { title: TITLES[body.type], lines: linesOf(body), url }
}

function linesOf(body: AlertBody): string[] {
  if (!isOfSeveral(body)) return [body.data.text]
  const { incidents, incidents_total: total } = body.data
  const more = total > incidents.length ? [`and ${formatNumber(total - incidents.length)} more`] : []
  return [...incidents.map(({ text }) => text), ...more]
}

/**
 * Takes as many lines as fit, and says if there are more.
 * @param longest the most that they may have together, line breaks included
 * @param lengthOf how much a line takes
 */
export function fitting(
  lines: readonly string[],
  longest: number,
  lengthOf: (line: string) => number = (line) => line.length,
): string[] {
  const fits = (count: number) =>
    lines.slice(0, count).reduce((sum, line) => sum + lengthOf(line) + 1, 0) <= longest - lengthOf('…')
  let count = lines.length
  while (count > 0 && !fits(count)) count--
  return count === lines.length ? [...lines] : [...lines.slice(0, count), '…']
}
