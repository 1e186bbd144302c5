import { cutTo } from '../../lib/text/cut-to.ts'
import type { MessageBody } from '../message.ts'

const TITLES = { 'incident.opened': 'Alert', 'incident.resolved': 'Resolved', test: 'Test' } as const

/** Some receivers reject long lines, and escaping makes a line longer. */
const MAX_LINE_LENGTH = 500

/** The text of a message, for people. The lines contain names, which can be any text: a format must escape them. */
export function textOf(body: MessageBody) {
  const { type, data } = body
  const lines = 'lines' in data ? data.lines : [data.text]
  const url = 'url' in data ? data.url : null
  return { title: TITLES[type], lines: lines.map((line) => cutTo(MAX_LINE_LENGTH, line)), url }
}

/**
 * The first lines that fit, and `…` if there are more.
 * @param maxLength the limit for all lines together, including line breaks
 * @param lengthOf the length of a line, in the unit of `maxLength`
 */
export function linesThatFit(
  lines: readonly string[],
  maxLength: number,
  lengthOf: (line: string) => number = (line) => line.length,
): string[] {
  const left = maxLength - lengthOf('…')
  let length = 0
  let fitting = 0
  for (const line of lines) {
    length += lengthOf(line) + 1
    if (length <= left) fitting++
  }
  return length <= maxLength ? [...lines] : [...lines.slice(0, fitting), '…']
}
