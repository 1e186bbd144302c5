import { CommandError } from '../../lib/flow/command-error.ts'
import { proxyFor } from '../../lib/http-client/proxies.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { testBody } from '../../monitoring/alerts/body.ts'
import { describeAnswer, isSuccess, type ReceiverAnswer } from '../../monitoring/alerts/delivery/answer.ts'
import { newMessageId } from '../../monitoring/alerts/message-id.ts'
import { turnOnQueries } from '../../monitoring/alerts/queries.ts'
import type { ReceiverFormat } from '../../monitoring/alerts/receivers/format.ts'
import { FORMATS } from '../../monitoring/alerts/receivers/formats.ts'
import { type Route, shownUrl } from '../../monitoring/alerts/route.ts'
import { type Config, readConfig } from '../../server/config/config.ts'
import { Command } from '../shared/command.ts'
import { note, print } from '../shared/output.ts'
import { requireRoute } from '../shared/require.ts'

const SHOWN_BYTES = 500

export const testCommand = new Command('test')
  .description(
    'send a test message from here, and print the answer; if it succeeds, a route that was off is on again, and messages that wait are sent at once',
  )
  .argument('<id>', 'the id of the route')
  .examples('signage alerts test slack')
  .writes(async (database, id: string) => {
    const route = await requireRoute(database, id)
    const startedAtMs = performance.now()
    const answer = await sendTest(route)
    print(`${describeAnswer(answer)} after ${Math.round(performance.now() - startedAtMs)} ms`)
    const shown = answer.body.subarray(0, SHOWN_BYTES).toString()
    if (shown !== '') print(escapeControlCharacters(shown))
    if (!isSuccess(answer))
      throw new CommandError(
        `${shownUrl(route.url)} did not accept the message: check ${TO_CHECK[FORMATS[route.format].token]}.`,
      )
    await database.batch(turnOnQueries(id, Date.now()))
    const given = givenVariables(route, readConfig())
    note(
      given === ''
        ? `The route ${id} works.`
        : `The route ${id} works with ${given}; the service may have its own.`,
    )
  })

/** What may be wrong if a message is refused, by what a receiver knows of its route. */
const TO_CHECK: Readonly<Record<ReceiverFormat['token'], string>> = {
  needed: 'the address and the token',
  optional: 'the address and the token',
  none: 'the address, which contains its password',
  secret: 'the address, the secret that the receiver has from "signage alerts add", and its clock',
}

async function sendTest(route: Route): Promise<ReceiverAnswer> {
  const { NotSent, send } = await import('../../monitoring/alerts/delivery/send.ts')
  const nowMs = Date.now()
  const body = testBody(route.id, nowMs)
  const message = { id: newMessageId(), text: JSON.stringify(body), body }
  try {
    return await send(FORMATS[route.format].toRequest(route, message, nowMs), readConfig())
  } catch (error) {
    if (!(error instanceof NotSent)) throw error
    const given = givenVariables(route, readConfig())
    const tried =
      given === '' ? 'This command has no WEBHOOK_ALLOW and no proxy' : `It was tried with ${given}`
    throw new CommandError(
      `Nothing could be sent to ${shownUrl(route.url)}: ${error.message}. ${tried}; the service may have its own.`,
    )
  }
}

/** The variables of this command that decide where messages go, in words; empty if there are none. Those of the service may differ. */
function givenVariables({ url }: Route, { webhookAllow, proxies }: Config): string {
  const { protocol } = new URL(url)
  const names = [
    ...(webhookAllow.length > 0 ? ['WEBHOOK_ALLOW'] : []),
    ...(proxyFor(new URL(url), proxies) ? [protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'] : []),
  ]
  return names.length === 0 ? '' : `the ${names.join(' and ')} of this command`
}
