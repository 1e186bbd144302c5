import { Option } from 'commander'
import { type AlertRoute, DEFAULT_DELAYS_MS, redactedUrl } from '../../alerts/alert-route.ts'
import { findRefusal } from '../../alerts/delivery/addresses.ts'
import { ALERT_FORMAT_NAMES, ALERT_FORMATS } from '../../alerts/formats/alert-formats.ts'
import { describeMissingSender } from '../../alerts/missing-sender.ts'
import { addAlertRouteStatement } from '../../alerts/queries.ts'
import { readConfig } from '../../config/config.ts'
import { MINUTE_MS } from '../../lib/time/durations.ts'
import type { Database } from '../../storage/database.ts'
import { Command } from '../shared/command.ts'
import { print, printToStderr } from '../shared/output.ts'
import { requireNewId, requireSite } from '../shared/require.ts'
import { durationParser, parseNewId } from '../shared/values.ts'
import { type AddOptions, readNewAlertRoute } from './new-alert-route.ts'

const DEFAULT_DELAYS = Object.entries(DEFAULT_DELAYS_MS).map(
  ([kind, delayMs]) => `${delayMs / MINUTE_MS}m (${kind === 'feed' ? 'whole fleet' : kind})`,
)

export const addCommand = new Command('add')
  .description('add a route; the secret of a webhook is printed, and cannot be shown again')
  .argument('<url>', 'the address that messages are sent to; - reads it from standard input')
  .addOption(
    new Option('--as <format>', 'what receives the messages, which decides their format')
      .choices(ALERT_FORMAT_NAMES)
      .makeOptionMandatory(),
  )
  .option('--id <id>', 'the id of the route; the format by default', parseNewId)
  .option(
    '--after <time>',
    `how long an incident must last; by default ${DEFAULT_DELAYS.join(', ')}`,
    durationParser('5m', '48h'),
  )
  .option('--site <id>', 'notify the route only of incidents of this site and of the whole fleet')
  .option(
    '--token-file <file>',
    'a file with the routing key of PagerDuty, or an access token of ntfy; - reads standard input',
  )
  .examples(
    'signage alerts add https://hooks.slack.com/services/T000/B000/XXXX --as slack',
    'signage alerts add https://ntfy.sh/my-screens --as ntfy',
    'signage alerts add https://events.pagerduty.com/v2/enqueue --as pagerduty --token-file routing.key',
  )
  .writes(async (database, given: string, options: AddOptions) => {
    const alertRoute = await readNewAlertRoute(given, options)
    const { id, site_id } = alertRoute
    if (site_id !== null) await requireSite(database, site_id)
    await requireNewId(database, 'alert_routes', 'route', id, ': give this one another id with --id')
    await database.batch([addAlertRouteStatement(alertRoute)])
    printToStderr(
      `Added the route ${id} to ${redactedUrl(alertRoute.url)}. Try it with "signage alerts test ${id}".`,
    )
    await printObstacles(database, alertRoute)
    printSecret(alertRoute)
  })

/** Says what prevents messages from being sent at the moment. */
async function printObstacles(database: Database, { url }: AlertRoute): Promise<void> {
  const { app, allowsChanges } = readConfig()
  const refusal = await findRefusal(new URL(url), app.webhookAllow)
  if (refusal !== undefined) printToStderr(`Nothing can be sent to it yet: ${refusal.message}.`)
  const missing = allowsChanges ? undefined : await describeMissingSender(database, Date.now())
  if (missing !== undefined) printToStderr(missing)
}

function printSecret({ format, token }: AlertRoute): void {
  if (token === null || ALERT_FORMATS[format].tokenUse !== 'secret') return
  printToStderr('This is the secret that signs its messages; it cannot be shown again:')
  print(token)
}
