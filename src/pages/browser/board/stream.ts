import type { GroupsEnvelope } from '#dist/menu/schema.js'
import { menuBasePath } from '../shared/service.ts'
import { askToken, type Selection } from './ask.ts'
import { isEnvelope } from './envelope.ts'
import { applyPatch } from './patch.ts'

/** A stream sends its first event at once. If none arrives in this time, a proxy holds it back. */
const FIRST_EVENT_MS = 5_000

export interface StreamEvents {
  readonly news: (body: GroupsEnvelope, etag: string) => void
  /** The stream broke, could not be opened, or sent something invalid. Nothing comes after this. */
  readonly end: () => void
}

/**
 * Opens a stream of menus.
 *
 * It does not reconnect as an EventSource does by itself: all boards would reconnect at the same moment, most
 * of them with an expired token.
 * @returns closes the stream, without calling `end`
 */
export function openStream(selection: Selection, { news, end }: StreamEvents): () => void {
  let source: EventSource | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let body: unknown
  void open()
  return close

  async function open(): Promise<void> {
    const answer = await askToken(selection)
    if (isClosed) return
    if (answer.kind !== 'token') return fail()
    source = new EventSource(`${menuBasePath}/v1/groups/stream?${streamQuery(selection, answer.token)}`)
    silence = setTimeout(fail, FIRST_EVENT_MS)
    source.addEventListener('groups', (event) => take(event, (data) => data))
    source.addEventListener('patch', (event) => take(event, (data) => applyPatch(body, data)))
    source.addEventListener('error', fail)
  }

  function take({ data, lastEventId }: MessageEvent<string>, next: (data: unknown) => unknown): void {
    if (isClosed) return
    clearTimeout(silence)
    try {
      const taken = next(JSON.parse(data))
      if (!isEnvelope(taken)) throw new TypeError('This is no menu')
      body = taken
      news(taken, lastEventId)
    } catch {
      fail()
    }
  }

  function fail(): void {
    if (isClosed) return
    close()
    end()
  }

  function close(): void {
    isClosed = true
    clearTimeout(silence)
    source?.close()
  }
}

function streamQuery({ query }: Selection, token: string): string {
  return `${query === '' ? '' : `${query}&`}token=${encodeURIComponent(token)}`
}
