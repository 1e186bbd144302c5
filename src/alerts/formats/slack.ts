import { type AlertFormat, JSON_HEADERS } from './alert-format.ts'
import { textOf } from './text.ts'

/** Incoming webhooks of Slack. */
export const slack: AlertFormat = {
  isForPeople: true,
  tokenUse: 'none',
  toRequest({ url }, { body }) {
    const { title, lines, url: link } = textOf(body)
    const texts = lines.map(escapeText)
    const sections = link === null ? texts : [...texts, `<${escapeText(link)}|Open>`]
    const content = {
      // Notifications show this text. The channel shows the blocks, which need no title: each line says what is offline or back.
      text: `${title}: ${texts.join('\n')}`,
      blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })),
      unfurl_links: false,
      unfurl_media: false,
    }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

/** Escapes the characters of links and mentions. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
