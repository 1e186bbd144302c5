import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'

/** A change arrives on a stream within half a second. The rest is for a machine that is busy with other tests. */
const EVENT_DEADLINE_MS = 180_000

/** One event, as an EventSource reports it. */
interface ServerEvent {
  readonly name: string
  readonly id: string
  readonly data: string
}

/** A stream of changes that a test listens to. */
export interface Listener {
  readonly response: Response
  /** Waits for the next event. @returns undefined once the stream has ended @throws {Error} if none arrives in time */
  readonly next: () => Promise<ServerEvent | undefined>
  /** Waits for the next event. @returns its response body */
  readonly nextBody: () => Promise<unknown>
  /** The number of keep-alives so far: comments, which are not events. */
  readonly keepAlives: () => number
  readonly close: () => Promise<void>
}

/** Reads a stream by the rules of the HTML standard, §9.2.6, as far as the service uses them. */
export async function listen(url: string, headers: Record<string, string> = {}): Promise<Listener> {
  const closing = new AbortController()
  const response = await fetch(url, { headers, signal: closing.signal })
  // The body of an error is left unread for the test.
  const events = response.status === 200 ? response.body : undefined
  const reader = events?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let keepAlives = 0

  function withoutComments(received: string): string {
    return received.replace(/^:.*\n/gm, () => {
      keepAlives++
      return ''
    })
  }

  async function block(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) return undefined
      text = withoutComments(text + value)
    }
  }

  async function next(): Promise<ServerEvent | undefined> {
    const waiting = new AbortController()
    const timeout = sleep(EVENT_DEADLINE_MS, undefined, { signal: waiting.signal }).then(() => {
      throw new Error(`Neither an event nor the end of the stream came within ${EVENT_DEADLINE_MS / 1000} s.`)
    })
    try {
      return await Promise.race([nextEvent(), timeout])
    } finally {
      waiting.abort()
    }
  }

  async function nextEvent(): Promise<ServerEvent | undefined> {
    const found = await block()
    if (found === undefined) return undefined
    const fields = found.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
    const of = (field: string) => fields.find(([, name]) => name === field)?.[2] ?? ''
    // Some clients report an event for every empty line, even if there is nothing before it.
    expect(of('data'), `an event without data: ${JSON.stringify(found)}`).not.toBe('')
    return { name: of('event'), id: of('id'), data: of('data') }
  }

  return {
    response,
    next,
    async nextBody() {
      const event = await next()
      return JSON.parse(event?.data ?? '')
    },
    keepAlives: () => keepAlives,
    close: async () => closing.abort(),
  }
}
