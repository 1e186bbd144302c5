import { cutTo } from '../../../lib/text/cut-to.ts'
import { JSON_HEADERS, type ReceiverFormat } from './format.ts'
import { fitting, shownOf } from './shown.ts'

/** Teams accepts less than its documentation says, and 20 kB in any case. The rest of the card takes less than 5 kB. */
const MOST_BYTES_OF_LINES = 15_000
const LONGEST_LINE = 1000
const LONGEST_SUMMARY = 200

/** Workflows of Microsoft Teams that are started by a webhook. The message is an Adaptive Card. */
export const teams: ReceiverFormat = {
  isChat: true,
  token: 'none',
  toRequest({ url }, { body }) {
    const { title, lines, url: link } = shownOf(body)
    const texts = fitting(
      lines.map((line) => cutTo(LONGEST_LINE, line)),
      MOST_BYTES_OF_LINES,
      (line) => Buffer.byteLength(JSON.stringify(toText(line))),
    )
    const card = {
      type: 'AdaptiveCard',
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      version: '1.4',
      body: [{ type: 'TextBlock', text: title, weight: 'Bolder' }, ...texts.map(toText)],
      actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
      msteams: { width: 'full' },
    }
    const contentType = 'application/vnd.microsoft.card.adaptive'
    const content = {
      type: 'message',
      // What notifications show: a card has no text of its own.
      summary: cutTo(LONGEST_SUMMARY, `${title}: ${lines.join(' ')}`),
      attachments: [{ contentType, contentUrl: null, content: card }],
    }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

/** The text of a TextRun is shown as it is, while that of a TextBlock is Markdown. Both replace `{{DATE(…)}}`. */
function toText(line: string) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line.replaceAll('{{', '{ {') }] }
}
