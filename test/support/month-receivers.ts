import type { RouteFormat } from '../../src/alerts/routes.ts'
import { type Received, startReceiver } from './alerts.ts'
import { minuteTextOf, type Span, spanOf } from './month-steps.ts'

/** A line that a route was told, and in which message. */
export interface ToldLine {
  readonly at: string
  readonly route: string
  readonly line: string
  readonly message: number
}

/** A receiver of each format. What it accepts is recorded with the time of the month. */
export async function startMonthReceivers(
  formats: Readonly<Record<string, RouteFormat>>,
  down: readonly (readonly [route: string, span: Span])[],
) {
  const told: ToldLine[] = []
  const triggers = new Map<string, string>()
  let nowMs = 0
  let messages = 0

  const receiver = await startReceiver((response, received) => {
    const route = routeOf(received)
    const isDown = down.some(([id, span]) => {
      const { startMs, endMs } = spanOf(span)
      return id === route && startMs <= nowMs && nowMs < endMs
    })
    response.writeHead(isDown ? 500 : 200).end()
    if (isDown) return
    messages += 1
    for (const line of linesOf(formats[route], JSON.parse(received.body), triggers))
      told.push({ at: minuteTextOf(nowMs), route, line, message: messages })
  })
  const { origin } = new URL(receiver.url)
  return { told, urlOf: (route: string) => `${origin}/${route}`, setTime: (ms: number) => void (nowMs = ms) }
}

/** A topic of ntfy is in the body, other routes are in the path. */
function routeOf({ path = '/', body }: Received): string {
  return path === '/' ? JSON.parse(body).topic : path.slice(1)
}

/** What people read; of a program, what it was told when it is told the end of that. */
// biome-ignore lint/suspicious/noExplicitAny: each format has a shape of its own
function linesOf(format: RouteFormat | undefined, body: any, triggers: Map<string, string>): string[] {
  if (format === 'slack') return body.blocks.map(({ text }: { text: { text: string } }) => text.text)
  if (format === 'ntfy') return body.message.split('\n')
  if (format === 'webhook') return [body.data.text]
  if (body.event_action === 'resolve') return [`over: ${triggers.get(body.dedup_key)}`]
  triggers.set(body.dedup_key, body.payload.summary)
  return [body.payload.summary]
}
