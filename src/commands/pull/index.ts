import { CommandError } from '../../lib/command-error.ts'
import { Command } from '../shared/command.ts'
import { yesOption } from '../shared/confirm.ts'
import { repeat } from '../shared/until-signal.ts'
import { readAddress, timeUpTo } from '../shared/values.ts'
import type { PullCommandOptions } from './create-pull.ts'

export const pullCommand = new Command('pull')
  .summary('import the menus and devices that another service of this interface shows')
  .description(
    'import the menus and devices that another service of this interface shows: at most 100,000 menus, 512 MiB and 16 million values, which are about a million items; for more, use several keys',
  )
  .argument('<url>', 'the address of the other service', readAddress)
  .option('--key-file <file>', 'a file with a key for its menus; - for standard input')
  .option('--device-key-file <file>', 'a file with a key for its devices, which may be the same key')
  .option('--every <time>', 'pull again and again, such as every 60s, 5m or 1h', timeUpTo('24h'))
  .option('--dry-run', 'only show what would change')
  .option('--allow-removals', 'let menus lose all items, or more than half of 10 or more')
  .option('--prune', 'delete menus, and devices if they are pulled, that the other service does not have')
  .addOption(yesOption())
  .option('--strict', 'import nothing if the other service does not show everything')
  .examples(
    'signage pull https://signage.example.com --key-file menus.key --dry-run',
    'signage pull https://signage.example.com --key-file menus.key --device-key-file devices.key --every 60s',
    'signage pull http://10.0.0.5:3000 --key-file menus.key --prune --yes',
  )
  .action(async (address: string, options: PullCommandOptions) => {
    checkOptions(options)
    const { createPull } = await import('./create-pull.ts')
    const pullOnce = await createPull(address, options)
    if (options.every === undefined) return pullOnce(new AbortController().signal)
    return repeat(options.every, pullOnce)
  })

function checkOptions({ keyFile, deviceKeyFile, every, dryRun, prune, yes }: PullCommandOptions): void {
  if (keyFile === undefined && deviceKeyFile === undefined)
    throw new CommandError('There is no key: name a file with --key-file, --device-key-file or both.')
  if (every === undefined) return
  if (dryRun) throw new CommandError('--every imports and --dry-run does not: leave one of them out.')
  if (prune && !yes)
    throw new CommandError('With --every, --prune deletes without asking: add --yes to confirm.')
}
