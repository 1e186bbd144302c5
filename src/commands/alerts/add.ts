import { devNull } from 'node:os'
import { Option } from 'commander'
import { CommandError } from '../../lib/flow/command-error.ts'
import { reasonOf } from '../../lib/flow/system-error.ts'
import { findRefusal } from '../../monitoring/alerts/delivery/addresses.ts'
import { addRouteQuery, listRoutes } from '../../monitoring/alerts/queries.ts'
import { ROUTE_FORMATS, type Route, shownUrl } from '../../monitoring/alerts/route.ts'
import { describeUnsent } from '../../monitoring/alerts/unsent.ts'
import { readConfig } from '../../server/config/config.ts'
import { deleteRows } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import { Command } from '../shared/command.ts'
import { readSecretFile } from '../shared/key-file.ts'
import { isOutputDiscarded, note, OutputError, outputWritten, print } from '../shared/output.ts'
import { requireSite } from '../shared/require.ts'
import { readNewId, readTimeZone, timeUpTo } from '../shared/values.ts'
import { type AddOptions, readQuietHours, readToken, requireSendable } from './new-route.ts'

export const addCommand = new Command('add')
  .description('add a route; the secret of a webhook is printed, and cannot be shown again')
  .argument('<url>', 'the address that messages are sent to; - reads it from standard input')
  .addOption(new Option('--as <format>', 'what receives them').choices(ROUTE_FORMATS).makeOptionMandatory())
  .option('--id <id>', 'the id of the route; the format by default', readNewId)
  .option(
    '--after <time>',
    'how long an incident must last; by default 15m for a device, 10m for a site, 5m for the feed',
    timeUpTo('48h', '5m'),
  )
  .option('--site <id>', 'tell it only of this site, and of the feed')
  .option('--quiet <times>', 'when messages wait, such as 22:00-06:00', readQuietHours)
  .option('--timezone <zone>', 'the IANA time zone of the quiet hours', readTimeZone)
  .option(
    '--token-file <file>',
    'a file with the routing key of PagerDuty, or an access token of ntfy; - reads standard input',
  )
  .examples(
    'signage alerts add https://hooks.slack.com/services/T000/B000/XXXX --as slack',
    'signage alerts add https://ntfy.sh/my-screens --as ntfy --quiet 22:00-06:00 --timezone Europe/Paris',
    'signage alerts add https://events.pagerduty.com/v2/enqueue --as pagerduty --token-file routing.key',
  )
  .writes(async (database, given: string, options: AddOptions, command: Command) => {
    if ((options.quiet === undefined) !== (options.timezone === undefined))
      command.error("error: options '--quiet' and '--timezone' need each other")
    if (options.as === 'webhook') refuseDiscardedOutput()
    const url = given === '-' ? (await readSecretFile(given, 'address')).text : given
    await requireSendable(url, options.as)
    const token = await readToken(options)
    if (options.site !== undefined) await requireSite(database, options.site)
    const route = toRoute(url, options, token, await newId(database, options))
    const same = (await listRoutes(database)).find((other) => isSame(other, route))
    await database.batch([addRouteQuery(route)])
    note(`Added the route ${route.id} to ${shownUrl(url)}. Try it with "signage alerts test ${route.id}".`)
    const refusal = await findRefusal(new URL(url), readConfig().webhookAllow)
    if (refusal !== undefined) note(`Nothing can be sent to it yet: ${refusal}.`)
    if (same !== undefined)
      note(
        `The route ${same.id} has the same address, so both are told: "signage alerts remove ${same.id} --yes" ends that.`,
      )
    if (options.as === 'webhook') await showSecretOrRemove(database, route)
    const unsent = readConfig().allowsChanges ? undefined : await describeUnsent(database, Date.now())
    if (unsent !== undefined) note(unsent)
  })

/** Whether two routes tell the same receiver of the same. */
function isSame(one: Route, other: Route): boolean {
  return one.url === other.url && one.format === other.format && one.site_id === other.site_id
}

function toRoute(
  url: string,
  { as: format, after, site, quiet, timezone }: AddOptions,
  token: string | null,
  id: string,
): Route {
  return {
    ...{ id, format, url: new URL(url).href, token },
    after_seconds: after === undefined ? null : after / 1000,
    site_id: site ?? null,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    timezone: timezone ?? null,
    created_at: Date.now(),
    failing_since: null,
    disabled_at: null,
  }
}

/** The id that was asked for, or the format, with a number if there is a route with that id. */
async function newId(database: Database, { id, as: format }: AddOptions): Promise<string> {
  const taken = new Set((await listRoutes(database)).map((route) => route.id))
  if (id !== undefined) {
    if (taken.has(id)) throw new CommandError(`There is already a route ${id}.`)
    return id
  }
  let number = 1
  const candidate = () => (number === 1 ? format : `${format}-${number}`)
  while (taken.has(candidate())) number++
  return candidate()
}

function refuseDiscardedOutput(): void {
  if (!isOutputDiscarded()) return
  throw new CommandError(
    `No route was added, because standard output is closed or is ${devNull}, and its secret could not be shown: send it to a terminal, a pipe or a file.`,
  )
}

/** Prints the secret. If that fails, removes the route: otherwise nobody could check its messages. */
async function showSecretOrRemove(database: Database, { id, token }: Route): Promise<void> {
  try {
    note('This is the secret that signs its messages; it cannot be shown again:')
    print(token ?? '')
    await outputWritten()
  } catch (error) {
    if (!(error instanceof OutputError)) throw error
    await database.batch(deleteRows('alert_routes', [id]))
    throw new CommandError(
      `The secret could not be shown (${reasonOf(error.cause)}), so the route ${id} was removed.`,
    )
  }
}
