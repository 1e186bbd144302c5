import { listHours, listSites, putSites } from '../device/sites/queries.ts'
import { DAYS, type Day, type Hours } from '../device/sites/schema.ts'
import { CommandError } from '../lib/flow/command-error.ts'
import { deleteRows, findExisting } from '../storage/chunks.ts'
import { Command, type Flags } from './shared/command.ts'
import { confirmDeletion, yesOption } from './shared/confirm.ts'
import { count, note, printTable } from './shared/output.ts'
import { requireSite } from './shared/require.ts'
import { readName, readNewId, readTimeZone } from './shared/values.ts'

const WEEK: readonly Day[] = [...DAYS.slice(1), DAYS[0]]

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
  .description('list all sites, with their opening hours by the clocks there')
  .examples('signage sites list')
  .reads(
    async (database) => {
      const hours = await listHours(database)
      return (await listSites(database)).map((site) => ({ ...site, hours: hours.get(site.id) ?? null }))
    },
    (sites) =>
      printTable(
        ['ID', 'NAME', 'TIME ZONE', 'DEVICES', 'OPEN'],
        sites.map(({ id, name, timezone, devices, hours }) => [
          id,
          name,
          timezone,
          String(devices),
          inWords(hours),
        ]),
      ),
  )

/** When a site is open, such as `mon-fri 07:00-23:00, sat 08:00-02:00, 2 other dates`. */
function inWords(hours: Hours | null): string {
  if (hours === null) return 'always'
  const windows = hours.windows.map(({ days, from, to }) => `${daysInWords(days)} ${from}-${to}`)
  const { length: dates } = hours.exceptions
  const parts = dates === 0 ? windows : [...windows, count(dates, 'other date')]
  return parts.join(', ') || 'never'
}

/** Days of the week from Monday, with those in a row as one: `mon-wed fri`. */
function daysInWords(days: readonly Day[]): string {
  const rows: Day[][] = []
  for (const day of WEEK) {
    if (!days.includes(day)) continue
    const last = rows.at(-1)
    if (last !== undefined && WEEK.indexOf(day) - WEEK.indexOf(last.at(-1) ?? day) === 1) last.push(day)
    else rows.push([day])
  }
  return rows.map((row) => (row.length > 2 ? `${row[0]}-${row.at(-1)}` : row.join(' '))).join(' ')
}

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
