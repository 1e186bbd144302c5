import { cutTo } from '../../lib/text/cut-to.ts'
import { type AlertFormat, JSON_HEADERS } from './alert-format.ts'
import { textOf } from './text.ts'

const MAX_SUMMARY_LENGTH = 200

/**
 * Workflows of Microsoft Teams that are started by a webhook. The message is an Adaptive Card. The real limit of
 * Teams is lower than the documented one. Messages up to 20 kB are always accepted, and ours are shorter.
 */
export const teams: AlertFormat = {
  isForPeople: true,
  tokenUse: 'none',
  toRequest({ url }, { body }) {
    const { title, lines, url: link } = textOf(body)
    const card = {
      type: 'AdaptiveCard',
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      version: '1.4',
      body: [{ type: 'TextBlock', text: title, weight: 'Bolder' }, ...lines.map(toText)],
      actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
      msteams: { width: 'full' },
    }
    const contentType = 'application/vnd.microsoft.card.adaptive'
    const content = {
      type: 'message',
      // Notifications show this text.
      summary: cutTo(MAX_SUMMARY_LENGTH, `${title}: ${lines.join(' ')}`),
      attachments: [{ contentType, contentUrl: null, content: card }],
    }
    return { url: new URL(url), headers: JSON_HEADERS, body: JSON.stringify(content) }
  },
}

/** A TextRun does not interpret Markdown, unlike a TextBlock. Both replace `{{DATE(…)}}`, so all braces are separated. */
function toText(line: string) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line.replace(/\{(?=\{)/g, '{ ') }] }
}
