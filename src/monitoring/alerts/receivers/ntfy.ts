import { cutTo } from '../../../lib/text/cut-to.ts'
import type { AlertBody } from '../body.ts'
import { isOfSeveral } from '../body.ts'
import { JSON_HEADERS, type ReceiverFormat } from './format.ts'
import { fitting, shownOf } from './shown.ts'

const TOPIC = /^\/([-_A-Za-z0-9]{1,64})$/
const MOST_BYTES = 4096
const LONGEST_LINE = 1000

/** A topic of ntfy, at ntfy.sh or a server of one's own. The JSON goes to the root of the server. */
export const ntfy: ReceiverFormat = {
  isChat: true,
  token: 'optional',
  urlRule: ({ pathname, search }) =>
    TOPIC.test(pathname) && search === ''
      ? undefined
      : 'be the address of a topic, such as https://ntfy.sh/my-screens',
  tokenRule: (token) => (/^[\x21-\x7e]+$/.test(token) ? undefined : 'be an access token without spaces'),
  toRequest({ url, token }, { body }) {
    const { origin, pathname } = new URL(url)
    const { title, lines, url: click } = shownOf(body)
    const texts = fitting(
      lines.map((line) => cutTo(LONGEST_LINE, line)),
      MOST_BYTES,
      (line) => Buffer.byteLength(line),
    )
    const content = {
      topic: TOPIC.exec(pathname)?.[1],
      title,
      message: texts.join('\n'),
      ...importanceOf(body),
      ...(click === null ? {} : { click }),
    }
    const headers = token === null ? JSON_HEADERS : { ...JSON_HEADERS, authorization: `Bearer ${token}` }
    return { url: new URL(origin), headers, body: JSON.stringify(content) }
  },
}

/** From 1 to 5, where 3 is the default and 5 is urgent. */
function importanceOf(body: AlertBody): { readonly priority: number; readonly tags: readonly string[] } {
  switch (body.type) {
    case 'test':
      return { priority: 3, tags: ['wrench'] }
    case 'incident.resolved':
      return { priority: 3, tags: ['white_check_mark'] }
    case 'incident.opened':
      return { priority: isWide(body) ? 5 : 4, tags: ['warning'] }
  }
}

function isWide(body: AlertBody): boolean {
  return isOfSeveral(body) && body.data.incidents.some(({ incident }) => incident.kind === 'feed')
}
