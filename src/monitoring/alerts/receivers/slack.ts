import { cutTo } from '../../../lib/text/cut-to.ts'
import { JSON_HEADERS, type ReceiverFormat } from './format.ts'
import { shownOf } from './shown.ts'

/** A section may have 3,000 characters. Before it is escaped, a line has so many at most; escaping makes one into five. */
const LONGEST_LINE = 500

/** Incoming webhooks of Slack. */
export const slack: ReceiverFormat = {
  isChat: true,
  token: 'none',
  toRequest({ url }, { body }) {
    const { title, lines, url: link } = shownOf(body)
    const texts = lines.map((line) => escapeText(cutTo(LONGEST_LINE, line)))
    const shown = link === null ? texts : [...texts, `<${escapeText(link)}|Open>`]
    const content = {
      text: `${title}: ${texts.join('\n')}`,
      blocks: shown.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } })),
      unfurl_links: false,
      unfurl_media: false,
    }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Without `<`, a text contains no links and mentions nobody. */
function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
}
