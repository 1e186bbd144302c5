import { PULL_LIMITS } from '../../documents/pull/limits.ts'
import { CommandError } from '../../lib/command-error.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { Command } from '../shared/command.ts'
import { readAddress } from '../shared/values.ts'
import type { PullCommandOptions } from './pull-once.ts'

export const pullCommand = new Command('pull')
  .summary('import the menus and devices that another service of this interface shows')
  .description(
    `import the menus and devices that another service of this interface shows: at most ${formatNumber(PULL_LIMITS.menus)} menus, ${PULL_LIMITS.mebibytes} MiB and ${PULL_LIMITS.values / 1e6} million values, which are about a million items; for more, use several keys`,
  )
  .argument('<url>', 'the address of the other service', readAddress)
  .option('--key-file <file>', 'a file with a key for its menus; - for standard input')
  .option('--device-key-file <file>', 'a file with a key for its devices, which may be the same key')
  .option('--dry-run', 'only show what would change')
  .option('--allow-removals', 'let menus lose all items, or more than half of 10 or more')
  .examples(
    'signage pull https://signage.example.com --key-file menus.key --dry-run',
    'signage pull https://signage.example.com --key-file menus.key --device-key-file devices.key',
  )
  .action(async (address: string, options: PullCommandOptions) => {
    if (options.keyFile === undefined && options.deviceKeyFile === undefined)
      throw new CommandError('There is no key: name a file with --key-file, --device-key-file or both.')
    const { pullOnce } = await import('./pull-once.ts')
    return pullOnce(address, options)
  })
