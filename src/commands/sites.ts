import { listSites, putSites } from '../device/sites/queries.ts'
import { CommandError } from '../lib/flow/command-error.ts'
import { deleteRows, findExisting } from '../storage/chunks.ts'
import { Command, type Flags } from './shared/command.ts'
import { confirmDeletion, yesOption } from './shared/confirm.ts'
import { count, note, printTable } from './shared/output.ts'
import { requireSite } from './shared/require.ts'
import { readName, readNewId, readTimeZone } from './shared/values.ts'

const add = new Command('add')
  .description('add a site, which is always open: an import file can give it opening hours')
  .argument('<id>', 'the id that devices refer to, without spaces', readNewId)
  .option('--name <name>', 'the name to show; the id by default', readName)
  .requiredOption('--timezone <zone>', 'the IANA time zone of the site', readTimeZone)
  .examples('signage sites add quayside --name "The Quayside" --timezone America/Los_Angeles')
  .writes(async (database, id: string, options: { name?: string; timezone: string }) => {
    const { name = id, timezone } = options
    const existing = await findExisting(database, 'sites', [id])
    if (existing.has(id)) throw new CommandError(`There is already a site ${id}.`)
    await database.batch(putSites([{ id, name, timezone, hours: null }]))
    note(`Added the site ${id}.`)
  })

const list = new Command('list')
  .description('list all sites')
  .examples('signage sites list')
  .reads(
    (database) => listSites(database),
    (sites) =>
      printTable(
        ['ID', 'NAME', 'TIME ZONE', 'DEVICES'],
        sites.map(({ id, name, timezone, devices }) => [id, name, timezone, String(devices)]),
      ),
  )

const remove = new Command('delete')
  .description('delete a site; its devices stay, without a site')
  .argument('<id>', 'the id of the site')
  .addOption(yesOption())
  .examples('signage sites delete quayside')
  .writes(async (database, id: string, { yes }: Flags<'yes'>) => {
    const { name, devices } = await requireSite(database, id)
    await confirmDeletion(`the site ${id} (${name}), which ${count(devices, 'device')} would lose`, yes)
    await database.batch(deleteRows('sites', [id]))
    note(`Deleted the site ${id}, which ${count(devices, 'device')} had.`)
  })

export const sitesCommand = new Command('sites')
  .description('add, list and delete the places that devices are in')
  .addCommands(add, list, remove)
