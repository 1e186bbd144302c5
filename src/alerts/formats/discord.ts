import { type AlertFormat, JSON_HEADERS } from './alert-format.ts'
import { linesThatFit, textOf } from './text.ts'

const MAX_CONTENT_LENGTH = 2000
const SUPPRESS_EMBEDS = 4

/** Webhooks of Discord. */
export const discord: AlertFormat = {
  isForPeople: true,
  tokenUse: 'none',
  toRequest({ url }, { body }) {
    const { title, lines, url: link } = textOf(body)
    const ending = link === null ? [] : [`<${link}>`]
    const heading = `**${title}**`
    const left = MAX_CONTENT_LENGTH - [heading, ...ending].join('\n').length - 1
    const texts = linesThatFit(lines.map(escapeMarkdown), left)
    const content = {
      content: [heading, ...texts, ...ending].join('\n'),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

/** Escapes Markdown with backslashes. This also prevents links and mentions. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|<>@#:[\]()\-+]/g, '\\$&')
}
