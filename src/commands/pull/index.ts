import { CommandError } from '../../lib/flow/command-error.ts'
import { readConfig } from '../../server/config/config.ts'
import type { createPuller, PullKeys } from '../../transfer/pull/index.ts'
import { PULL_TIME_LIMITS } from '../../transfer/pull/time-limits.ts'
import { Command } from '../shared/command.ts'
import { yesOption } from '../shared/confirm.ts'
import { persistentDatabaseUrl } from '../shared/database.ts'
import { keyReader } from '../shared/key-file.ts'
import { startProgress } from '../shared/progress.ts'
import { readTimeLimits, timeLimitOptions, timeOption } from '../shared/time-limits.ts'
import { repeat } from '../shared/until-signal.ts'
import { readAddress, timeUpTo } from '../shared/values.ts'
import { type PullCommandOptions, pullInto } from './pull-into.ts'

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
  .addOptions(...timeLimitOptions())
  .addOption(
    timeOption(
      '--finish-within <time>',
      'how long it may take in all to read the other service',
      '24h',
      PULL_TIME_LIMITS.finishWithinMs,
    ),
  )
  .examples(
    'signage pull https://signage.example.com --key-file menus.key --dry-run',
    'signage pull https://signage.example.com --key-file menus.key --device-key-file devices.key --every 60s',
    'signage pull http://10.0.0.5:3000 --key-file menus.key --prune --yes',
  )
  .action(async (address: string, options: PullCommandOptions) => {
    checkOptions(options)
    const databaseUrl = persistentDatabaseUrl()
    const keys = await readKeys(options)
    const { createPuller } = await import('../../transfer/pull/index.ts')
    const limits = { ...readTimeLimits(options), finishWithinMs: options.finishWithin }
    const pull = createPuller(address, limits, readConfig().proxies)
    const pullOnce = pullInto(databaseUrl, address, options, (signal) => readFrom(pull, keys, signal))
    if (options.every === undefined) return pullOnce(new AbortController().signal)
    return repeat(options.every, pullOnce)
  })

function checkOptions({ keyFile, deviceKeyFile, every, dryRun, prune, yes }: PullCommandOptions): void {
  if (keyFile === undefined && deviceKeyFile === undefined)
    throw new CommandError('There is no key: name a file with --key-file, --device-key-file or both.')
  if (keyFile === '-' && deviceKeyFile === '-')
    throw new CommandError('Standard input can be read only once: write one of the keys to a file.')
  if (every === undefined) return
  if (dryRun) throw new CommandError('--every imports and --dry-run does not: leave one of them out.')
  if (prune && !yes)
    throw new CommandError('With --every, --prune deletes without asking: add --yes to confirm.')
}

async function readKeys({ keyFile, deviceKeyFile }: PullCommandOptions): Promise<PullKeys> {
  const readKey = keyReader()
  const menus = keyFile === undefined ? undefined : await readKey(keyFile)
  return { menus, devices: deviceKeyFile === undefined ? undefined : await readKey(deviceKeyFile) }
}

async function readFrom(pull: ReturnType<typeof createPuller>, keys: PullKeys, signal: AbortSignal) {
  const progress = await startProgress('Reading   {bar} {percentage} % | {value} of {total} menus')
  return pull(keys, { signal, onRead: progress.show }).finally(progress.stop)
}
