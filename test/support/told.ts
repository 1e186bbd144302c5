import type { AlertFormatName } from '../../src/alerts/formats/alert-formats.ts'
import { type Received, startReceiver } from './alerts.ts'

/** A line that a route was told, with the time and the message in which it was. */
export interface ToldLine {
  readonly atMs: number
  readonly route: string
  /** Null for what has none. */
  readonly title: string | null
  readonly line: string
  readonly message: number
}

/** Starts a receiver of several routes, which records what each accepts. @param formats by the ids of the routes */
export async function startRecorder(formats: Readonly<Record<string, ReadFormat>>, clock: () => number) {
  const told: ToldLine[] = []
  const refuses = new Set<string>()
  const readers = Object.fromEntries(
    Object.entries(formats).map(([id, format]) => [id, createReader(format)]),
  )

  const receiver = await startReceiver((response, received) => {
    const route = routeOf(received)
    const isRefused = refuses.has(route)
    if (!isRefused) told.push(...toldLines(route, received))
    response.writeHead(isRefused ? 500 : 200).end()
  })

  function toldLines(route: string, { body }: Received): ToldLine[] {
    const { title = null, lines } = readers[route]?.(JSON.parse(body)) ?? { lines: [] }
    const message = receiver.received.length
    return lines.map((line) => ({ atMs: clock(), route, title, line, message }))
  }

  const { origin } = new URL(receiver.url)
  return {
    told,
    /** The routes that answer 500 now. */
    refuses,
    urlOf: (route: string) => `${origin}/${route}`,
  }
}

/** A topic of ntfy is in the body, other routes are in the path. */
function routeOf({ path = '/', body }: Received): string {
  return path === '/' ? JSON.parse(body).topic : path.slice(1)
}

interface Read {
  readonly title?: string
  readonly lines: readonly string[]
}

type ReadFormat = Extract<AlertFormatName, 'slack' | 'ntfy' | 'webhook' | 'pagerduty'>

/** The fields of these formats that are read here. */
interface Body {
  readonly text: string
  readonly blocks: readonly { readonly text: { readonly text: string } }[]
  readonly title: string
  readonly message: string
  readonly data: { readonly text: string }
  readonly dedup_key: string
  readonly event_action: string
  readonly payload: { readonly summary: string }
}

/** What people read of a message. */
const READ: Readonly<Record<ReadFormat, (body: Body) => Read>> = {
  slack: ({ text, blocks }) => ({
    title: text.slice(0, text.indexOf(':')),
    lines: blocks.map((block) => block.text.text),
  }),
  ntfy: ({ title, message }) => ({ title, lines: message.split('\n') }),
  webhook: ({ data }) => ({ lines: [data.text] }),
  pagerduty: ({ payload }) => ({ lines: [payload.summary] }),
}

/** The end of an event has no text at PagerDuty: what ended is read instead. */
function createReader(format: ReadFormat): (body: Body) => Read {
  if (format !== 'pagerduty') return READ[format]
  const opened = new Map<string, Read>()
  return (body) => {
    const read = opened.get(body.dedup_key) ?? READ.pagerduty(body)
    opened.set(body.dedup_key, read)
    return body.event_action === 'resolve' ? { lines: read.lines.map((line) => `over: ${line}`) } : read
  }
}
