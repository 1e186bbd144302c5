import { CommandError } from '../../command-error.ts'
import { type ChosenRequests, chooseRequests } from '../../compare/choose-requests.ts'
import { createClient, type Service } from '../../compare/client.ts'
import { hideKeys } from '../../compare/describe-value.ts'
import { requireAnswer } from '../../compare/discover.ts'
import { type Findings, runComparison } from '../../compare/run.ts'
import { createTally, type Tally } from '../../compare/tally.ts'
import { Command } from '../shared/command.ts'
import { EXIT_DIFFERENT } from '../shared/report.ts'
import { untilSignal } from '../shared/until-signal.ts'
import { type CompareOptions, readConcurrency, readServices, readServiceUrl } from './options.ts'
import { startProgress } from './progress.ts'
import { printReport } from './report.ts'

export const compareCommand = new Command('compare')
  .description('compare the answers of another service and this one; exits with 3 if there are differences')
  .argument('<url>', 'the base address of the other service', readServiceUrl)
  .requiredOption('--key-file <file>', 'the file with the API key, for both services')
  .option(
    '--device-key-file <file>',
    'the file with the key for devices; without it, all devices are left out unless listed',
  )
  .option(
    '--device-url <url>',
    'the base address of devices, if the other service has another',
    readServiceUrl,
  )
  .option('--requests <file>', 'paths or an access log; - for standard input; by default, all menus')
  .option(
    '--this <url>',
    'the base address of this service; by default, that of HOST and PORT',
    readServiceUrl,
  )
  .option('--this-key-file <file>', 'the file with the key for this service, if it has another')
  .option('--this-device-key-file <file>', 'the same for devices')
  .option('--concurrency <number>', 'requests that each service gets at the same time', readConcurrency, 4)
  .option('--json', 'print JSON')
  .examples(
    'signage compare https://old.example --key-file key.txt',
    'signage compare https://old.example --key-file key.txt --requests access.log',
  )
  .action(async (url: string, options: CompareOptions) => {
    const services = readServices(url, options)
    const secrets = Object.values(services).flatMap(({ keys }) => Object.values(keys))
    const tally = createTally(hideKeys(secrets))
    await untilSignal('not all requests were compared', async (signal) => {
      const stop = new AbortController()
      signal.addEventListener('abort', () => stop.abort(signal.reason))
      const { chosen, findings } = await compare(services, options, tally, stop)
      const isComplete = !stop.signal.aborted
      printReport({ ...services, ...chosen, findings, tally, isComplete }, options.json)
      stop.signal.throwIfAborted()
      requireSuccess(findings, tally)
    })
    if (tally.counts().differences > 0) process.exitCode = EXIT_DIFFERENT
  })

async function compare(
  services: { readonly other: Service; readonly self: Service },
  { requests: file, deviceKeyFile, concurrency }: CompareOptions,
  tally: Tally,
  stop: AbortController,
): Promise<{ chosen: ChosenRequests; findings: Findings }> {
  const other = createClient(services.other, { signal: stop.signal })
  const self = createClient(services.self, { signal: stop.signal })
  const withDevices = deviceKeyFile !== undefined
  const chosen = await chooseRequests([other, self], { file, withDevices, signal: stop.signal })
  for (const request of chosen.requests.slice(0, 1)) {
    await Promise.all([requireAnswer(other, request), requireAnswer(self, request)])
  }
  const progress = await startProgress(chosen.requests.length, tally)
  const parts = { ...chosen, other, self, concurrency, tally, stop, onProgress: progress.show }
  const findings = await runComparison(parts).finally(progress.stop)
  return { chosen, findings }
}

/** Equal errors prove nothing: the key may be wrong, or the base address. */
function requireSuccess({ succeeded }: Findings, tally: Tally): void {
  if (succeeded > 0 || tally.counts().differences > 0) return
  throw new CommandError(
    'Both services answered every request with an error, so nothing was compared: check the addresses and the keys.',
  )
}
