import { applyPatch } from 'rfc6902'
import { expect } from 'vitest'

/** One event, as an EventSource would give it. */
export interface ServerEvent {
  readonly name: string
  readonly id: string
  readonly data: string
}

/** A stream of changes that a test listens to. */
export interface Listener {
  readonly response: Response
  /** Waits for the next event; undefined once the stream has ended. */
  readonly next: () => Promise<ServerEvent | undefined>
  /** Waits for the next event, applies it, and holds it to the rules. @returns the answer as it is now */
  readonly answer: () => Promise<unknown>
  /** How many comments came so far. */
  readonly comments: () => number
  readonly close: () => Promise<void>
}

/** Listens to a stream by the rules of the HTML standard, §9.2.6, as far as the service uses them. */
export async function listen(url: string, headers: Record<string, string> = {}): Promise<Listener> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  // An error is left for the test to read.
  const events = response.status === 200 ? response.body : undefined
  const reader = events?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let comments = 0
  let body: unknown

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
      text += value
    }
  }

  async function next(): Promise<ServerEvent | undefined> {
    const found = await block()
    if (found === undefined) return undefined
    const fields = found.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
    const of = (field: string) => fields.find(([, name]) => name === field)?.[2] ?? ''
    if (fields.some(([, name]) => name === '')) comments++
    return of('data') === '' ? next() : { name: of('event'), id: of('id'), data: of('data') }
  }

  return {
    response,
    next,
    async answer() {
      const event = await next()
      if (event?.name === 'patch') {
        const patch = JSON.parse(event.data)
        expect(applyPatch(body, patch).every((fault) => fault === null)).toBe(true)
        expect(event.data.length).toBeLessThan(JSON.stringify(body).length)
      } else body = JSON.parse(event?.data ?? '')
      return structuredClone(body)
    },
    comments: () => comments,
    close: async () => leaving.abort(),
  }
}
