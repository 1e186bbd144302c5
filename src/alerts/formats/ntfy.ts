import { type AlertFormat, JSON_HEADERS } from './alert-format.ts'
import { linesThatFit, textOf } from './text.ts'

const TOPIC = /^\/([-_A-Za-z0-9]{1,64})$/
const MAX_BYTES = 4096

/** A topic of ntfy, at ntfy.sh or a self-hosted server. The JSON is sent to the root of the server. */
export const ntfy: AlertFormat = {
  isForPeople: true,
  tokenUse: 'optional',
  brokenUrlRule: ({ pathname, search }) =>
    TOPIC.test(pathname) && search === '' ? undefined : 'name a topic, as https://ntfy.sh/my-screens does',
  brokenTokenRule: (token) =>
    /^[\x21-\x7e]+$/.test(token) ? undefined : 'be an access token without spaces',
  toRequest({ url, token }, { body }) {
    const { origin, pathname } = new URL(url)
    const { title, lines, url: click } = textOf(body)
    const texts = linesThatFit(lines, MAX_BYTES, (line) => Buffer.byteLength(line))
    const content = {
      topic: TOPIC.exec(pathname)?.[1],
      title,
      message: texts.join('\n'),
      priority: body.type === 'incident.opened' ? 4 : 3,
      ...(click === null ? {} : { click }),
    }
    const headers = token === null ? JSON_HEADERS : { ...JSON_HEADERS, authorization: `Bearer ${token}` }
    return { url: new URL(origin), headers, body: JSON.stringify(content) }
  },
}
