import { type AlertRoute, redactedUrl } from '../../alerts/alert-route.ts'
import { SendError } from '../../alerts/delivery/addresses.ts'
import { turnOnStatements } from '../../alerts/delivery/queries.ts'
import { isSuccess, type ReceiverResponse } from '../../alerts/delivery/response.ts'
import { ALERT_FORMATS } from '../../alerts/formats/alert-formats.ts'
import { testBody } from '../../alerts/message.ts'
import { readConfig } from '../../config/config.ts'
import { CommandError } from '../../lib/command-error.ts'
import { randomId } from '../../lib/random-id.ts'
import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { Command } from '../shared/command.ts'
import { print, printToStderr } from '../shared/output.ts'
import { requireAlertRoute } from '../shared/require.ts'

const MAX_SHOWN_BYTES = 500
const SETTINGS_MAY_DIFFER = 'The service may use a different WEBHOOK_ALLOW and different proxies.'

export const testCommand = new Command('test')
  .description(
    'send a test message from this machine and print the response. If it succeeds, the route is turned on again and waiting messages are sent',
  )
  .argument('<id>', 'the id of the route')
  .examples('signage alerts test slack')
  .writes(async (database, id: string) => {
    const alertRoute = await requireAlertRoute(database, id)
    const startMs = performance.now()
    const response = await sendTest(alertRoute)
    print(`HTTP ${response.status} after ${Math.round(performance.now() - startMs)} ms`)
    const shown = response.body.subarray(0, MAX_SHOWN_BYTES).toString()
    if (shown !== '') print(escapeControlCharacters(shown))
    if (!isSuccess(response))
      throw new CommandError(
        `${redactedUrl(alertRoute.url)} did not accept the message: check its address, its token or secret if it has one, and its clock.`,
      )
    await database.batch(turnOnStatements(id, Date.now()))
    printToStderr(`The route ${id} works from here. ${SETTINGS_MAY_DIFFER}`)
  })

async function sendTest(alertRoute: AlertRoute): Promise<ReceiverResponse> {
  const { send } = await import('../../alerts/delivery/send.ts')
  const nowMs = Date.now()
  const message = { id: randomId('msg'), body: testBody(alertRoute.id, nowMs) }
  try {
    return await send(
      ALERT_FORMATS[alertRoute.format].toRequest(alertRoute, message, nowMs),
      readConfig().app,
    )
  } catch (error) {
    if (!(error instanceof SendError)) throw error
    throw new CommandError(
      `Nothing could be sent to ${redactedUrl(alertRoute.url)}: ${error.message}. ${SETTINGS_MAY_DIFFER}`,
    )
  }
}
