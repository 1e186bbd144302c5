import { deleteMuteStatement } from '../alerts/mutes/queries.ts'
import { listAlertRoutes } from '../alerts/queries.ts'
import { listSites, upsertSites, withParsedHours } from '../device/sites/queries.ts'
import { counted } from '../lib/text/format-number.ts'
import { deleteRows } from '../storage/statements.ts'
import { Command } from './shared/command.ts'
import { printTable, printToStderr } from './shared/output.ts'
import { requireNewId, requireSite } from './shared/require.ts'
import { parseName, parseNewId, parseTimeZone } from './shared/values.ts'

const add = new Command('add')
  .description('add a site that is always open; an import file can give it opening hours')
  .argument('<id>', 'the id that devices refer to, without spaces', parseNewId)
  .option('--name <name>', 'the name to show; the id by default', parseName)
  .requiredOption('--timezone <zone>', 'the IANA time zone of the site', parseTimeZone)
  .examples('signage sites add quayside --name "The Quayside" --timezone America/Los_Angeles')
  .writes(async (database, id: string, options: { name?: string; timezone: string }) => {
    const { name = id, timezone } = options
    await requireNewId(database, 'sites', 'site', id)
    await database.batch(upsertSites([{ id, name, timezone, hours: null }]))
    printToStderr(`Added the site ${id}.`)
  })

const list = new Command('list')
  .description('list all sites; with --json also their opening hours')
  .examples('signage sites list')
  .reads(
    async (database) => (await listSites(database)).map(withParsedHours),
    (sites) =>
      printTable(sites, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        'TIME ZONE': ({ timezone }) => timezone,
        DEVICES: ({ devices }) => devices,
      }),
  )

const deleteCommand = new Command('delete')
  .description('delete a site; its devices stay, without a site')
  .argument('<id>', 'the id of the site')
  .examples('signage sites delete quayside')
  .deletes(async (database, id) => {
    const { name, devices } = await requireSite(database, id)
    const alertRoutes = (await listAlertRoutes(database)).filter(({ site_id }) => site_id === id)
    const routeIds = alertRoutes.map((alertRoute) => alertRoute.id).join(', ')
    const kept = routeIds && `, nor its ${counted(alertRoutes.length, 'alert route')} (${routeIds})`
    const what = `the site ${id} (${name}), but not its ${counted(devices, 'device')}${kept}`
    return { what, statements: [deleteMuteStatement('site', id, 0), ...deleteRows('sites', [id])] }
  })

export const sitesCommand = new Command('sites')
  .description('add, list and delete the places that devices are in')
  .addCommands(add, list, deleteCommand)
