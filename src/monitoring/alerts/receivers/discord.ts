import { cutTo } from '../../../lib/text/cut-to.ts'
import { SECOND_MS } from '../../../lib/time/durations.ts'
import { JSON_HEADERS, type ReceiverFormat } from './format.ts'
import { fitting, shownOf } from './shown.ts'

const LONGEST_CONTENT = 2000
/** Escaping may double a line, so at least one fits. */
const LONGEST_LINE = 700
const SUPPRESS_EMBEDS = 4

/** Webhooks of Discord. */
export const discord: ReceiverFormat = {
  isChat: true,
  token: 'none',
  toRequest({ url }, { body }) {
    const { title, lines, url: link } = shownOf(body)
    const ending = link === null ? [] : [`<${link}>`]
    const heading = `**${title}**`
    const left = LONGEST_CONTENT - [heading, ...ending].join('\n').length - 1
    const texts = fitting(
      lines.map((line) => escapeMarkdown(cutTo(LONGEST_LINE, line))),
      left,
    )
    const content = {
      content: [heading, ...texts, ...ending].join('\n'),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
  /** With a fraction of a second, which `Retry-After` has not. */
  askedMs: (body) => secondsIn(body) * SECOND_MS,
}

function secondsIn(body: Buffer): number {
  try {
    const { retry_after: seconds } = JSON.parse(body.toString())
    return typeof seconds === 'number' && seconds > 0 ? seconds : 0
  } catch {
    return 0
  }
}

/** Markdown shows a punctuation mark after a backslash as it is. This also breaks up addresses and mentions. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|<>@#:[\]()\-+]/g, '\\$&')
}
