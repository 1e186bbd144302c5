import type { OptionValues } from 'commander'
import { deleteMuteStatement, putMuteStatement } from '../../alerts/mutes/queries.ts'
import { MAX_MUTE_DAYS, type MuteKind } from '../../alerts/mutes/schema.ts'
import { CommandError } from '../../lib/command-error.ts'
import { keysOf } from '../../lib/records.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Database } from '../../storage/database.ts'
import { Command } from '../shared/command.ts'
import { printToStderr } from '../shared/output.ts'
import { requireAlertRoute, requireDevice, requireSite } from '../shared/require.ts'
import { durationParser } from '../shared/values.ts'

const MAX_MUTE = `${MAX_MUTE_DAYS * 24}h`

/** The functions that find a route, a device or a site by its id. */
const FINDERS = { route: requireAlertRoute, device: requireDevice, site: requireSite } satisfies Record<
  MuteKind,
  unknown
>

export const muteCommand = commandWithSubject(
  'mute',
  'send no alerts about a device or a site, or to a route, for a time',
)
  .requiredOption('--for <time>', `for how long, at most ${MAX_MUTE}`, durationParser('1m', MAX_MUTE))
  .examples('signage alerts mute --site quayside --for 2h', 'signage alerts mute --route slack --for 30m')
  .writes(async (database, options: OptionValues & { readonly for: number }, command: Command) => {
    const { kind, id } = await requireSubject(database, options, command)
    const untilMs = Date.now() + options.for
    await database.batch([putMuteStatement(kind, id, untilMs)])
    printToStderr(`Muted the ${kind} ${id} until ${isoTime(untilMs)}.`)
  })

export const unmuteCommand = commandWithSubject('unmute', 'end a mute before its time')
  .examples('signage alerts unmute --site quayside')
  .writes(async (database, options: OptionValues, command: Command) => {
    const { kind, id } = await requireSubject(database, options, command)
    const deleted = await database.batch([deleteMuteStatement(kind, id, Date.now())])
    if (deleted === 0) throw new CommandError(`The ${kind} ${id} is not muted.`)
    printToStderr(`Unmuted the ${kind} ${id}.`)
  })

function commandWithSubject(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--route <id>', 'the id of a route')
    .option('--device <id>', 'the id of a device')
    .option('--site <id>', 'the id of a site')
}

async function requireSubject(database: Database, options: OptionValues, command: Command) {
  const [kind, ...others] = keysOf(FINDERS).filter((kind) => options[kind] !== undefined)
  if (kind === undefined || others.length > 0)
    command.error("error: name one of '--route', '--device' and '--site'")
  const { id } = await FINDERS[kind](database, options[kind])
  return { kind, id }
}
