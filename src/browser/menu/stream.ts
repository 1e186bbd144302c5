import { MENU_API } from '../service.ts'
import { type GroupsEnvelope, isEnvelope } from './menu-fields.ts'
import { type GroupsRequest, requestToken } from './request-groups.ts'

/** A stream sends its first event at once. If none arrives in this time, a proxy holds it back. */
const FIRST_EVENT_MS = 5_000

export interface StreamHandlers {
  readonly onMenu: (body: GroupsEnvelope, etag: string) => void
  /** The stream broke, could not be opened, or sent something invalid. Nothing comes after this. */
  readonly onEnd: () => void
}

/**
 * Opens a stream of menus.
 *
 * It does not reconnect as an EventSource does by itself: all boards would reconnect at the same moment, most
 * of them with an expired token.
 * @returns closes the stream, without calling `onEnd`
 */
export function openStream(request: GroupsRequest, { onMenu, onEnd }: StreamHandlers): () => void {
  let source: EventSource | undefined
  let firstEventTimer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  void open()
  return close

  async function open(): Promise<void> {
    const token = await requestToken(request)
    if (isClosed) return
    if (token === undefined) return fail()
    source = new EventSource(`${MENU_API.basePath}/v1/groups/stream?${streamQuery(request, token)}`)
    firstEventTimer = setTimeout(fail, FIRST_EVENT_MS)
    source.addEventListener('groups', receive)
    source.addEventListener('error', fail)
  }

  function receive({ data, lastEventId }: MessageEvent<string>): void {
    if (isClosed) return
    clearTimeout(firstEventTimer)
    try {
      const received: unknown = JSON.parse(data)
      if (!isEnvelope(received)) throw new TypeError('The event does not contain a menu')
      onMenu(received, lastEventId)
    } catch {
      fail()
    }
  }

  function fail(): void {
    if (isClosed) return
    close()
    onEnd()
  }

  function close(): void {
    isClosed = true
    clearTimeout(firstEventTimer)
    source?.close()
  }
}

function streamQuery({ query }: GroupsRequest, token: string): string {
  return `${query === '' ? '' : `${query}&`}token=${encodeURIComponent(token)}`
}
