import { escapeControlCharacters } from '../../lib/text/escape-control-characters.ts'
import { Command } from '../shared/command.ts'
import { count, print, printJson, printTable } from '../shared/output.ts'
import { startProgress } from '../shared/progress.ts'
import { EXIT_DIFFERENT } from '../shared/report-error.ts'
import { readTimeLimits, timeLimitOptions } from '../shared/time-limits.ts'
import { untilSignal } from '../shared/until-signal.ts'
import { readAddress, wholeNumberParser } from '../shared/values.ts'
import { createCompareClient } from './client.ts'
import { hideKeys } from './describe-value.ts'
import { discover } from './discover.ts'
import { type CompareCommandOptions, readServices, type Services } from './options.ts'
import { requestsFor } from './requests.ts'
import { runComparison } from './run.ts'
import { createTally, type DifferenceKind, type Tally } from './tally.ts'

export const compareCommand = new Command('compare')
  .description('compare the answers of another service and this one; exits with 3 if there are differences')
  .argument('<url>', 'the base address of the other service', readAddress)
  .requiredOption('--key-file <file>', 'a file with the key for both services; - for standard input')
  .option('--device-key-file <file>', 'a file with the key for devices; without it, they are left out')
  .option('--device-url <url>', 'the base address of devices, if the other service has another', readAddress)
  .option('--this <url>', 'the base address of this service; by default, that of HOST and PORT', readAddress)
  .option('--this-key-file <file>', 'a file with the key for this service, if it has another')
  .option('--this-device-key-file <file>', 'the same for devices')
  .option(
    '--concurrency <number>',
    'requests that each service gets at the same time',
    wholeNumberParser(1, 64),
    4,
  )
  .addOptions(...timeLimitOptions())
  .option('--json', 'print JSON')
  .examples(
    'signage compare https://old.example --key-file key.txt',
    'signage compare https://old.example --key-file key.txt --device-key-file key.txt --json',
  )
  .action(async (address: string, options: CompareCommandOptions) => {
    const services = await readServices(address, options)
    const secrets = [services.other, services.self].flatMap(({ keys }) => Object.values(keys))
    const tally = createTally(hideKeys(secrets.map(({ text }) => text)))
    await untilSignal('not all requests were compared', async (signal) => {
      const stop = new AbortController()
      signal.addEventListener('abort', () => stop.abort(signal.reason))
      await compare(services, options, tally, stop)
      if (options.json) printJson(toJson(tally, services, !stop.signal.aborted))
      else printTally(tally, services)
      stop.signal.throwIfAborted()
    })
    if (tally.counts().differences > 0) process.exitCode = EXIT_DIFFERENT
  })

async function compare(
  services: Services,
  { deviceKeyFile, concurrency, ...options }: CompareCommandOptions,
  tally: Tally,
  stop: AbortController,
): Promise<void> {
  const limits = readTimeLimits(options)
  const other = createCompareClient(services.other, stop.signal, limits)
  const self = createCompareClient(services.self, stop.signal, limits)
  const requests = requestsFor(await discover([other, self], deviceKeyFile !== undefined))
  const progress = await startProgress(
    'Comparing {bar} {percentage} % | {value} of {total} requests | {differences} differences',
  )
  const onProgress = (done: number) =>
    progress.show(done, requests.length, { differences: tally.counts().differences })
  await runComparison({ requests, other, self, concurrency, tally, stop, onProgress }).finally(progress.stop)
}

function toJson(tally: Tally, { other, self }: Services, isComplete: boolean): object {
  const services = { other: other.name, this: self.name }
  return { isComplete, ...tally.counts(), kinds: tally.kinds(), services, timesMs: tally.times() }
}

/** Prints the differences by kind, their number, and the times of both services. */
function printTally(tally: Tally, { other, self }: Services): void {
  const { requests, differences, unlisted } = tally.counts()
  const timesMs = tally.times()
  for (const kind of tally.kinds()) printKind(kind)
  if (unlisted > 0) print(`${count(unlisted, 'difference')} of further kinds are not shown.\n`)
  print(`${count(requests, 'request')}, ${count(differences, 'difference')} a client could see\n`)
  printTable(
    ['SERVICE', 'MEDIAN', '99TH PERCENTILE'],
    [
      [`the other, ${other.name}`, milliseconds(timesMs.other.median), milliseconds(timesMs.other.p99)],
      [`this one, ${self.name}`, milliseconds(timesMs.this.median), milliseconds(timesMs.this.p99)],
    ],
  )
}

function printKind({ type, route, pointer, count: times, first }: DifferenceKind): void {
  const lines = [
    `${type}${pointer && ` ${pointer}`} of ${route}, ${count(times, 'time')}`,
    `  first   ${first.method} ${first.path}${first.pointer && `  ${first.pointer}`}`,
    `  other   ${first.other ?? '-'}`,
    `  this    ${first.this ?? '-'}`,
    '',
  ]
  for (const line of lines) print(escapeControlCharacters(line))
}

function milliseconds(timeMs: number | null): string | null {
  return timeMs === null ? null : `${timeMs.toFixed(1)} ms`
}
