import type { DifferenceKind, Tally } from '../../compare/tally.ts'
import { visible } from '../../visible.ts'
import { count, print, printJson, printTable } from '../shared/output.ts'
import type { Services } from './options.ts'

interface PrintOptions {
  /** False if the comparison was stopped before all requests were compared. */
  readonly isComplete: boolean
  readonly asJson?: true | undefined
}

/** Prints the differences by kind, their number, and the times of both services. */
export function printTally(tally: Tally, services: Services, { isComplete, asJson }: PrintOptions): void {
  const names = { other: services.other.name, this: services.self.name }
  if (asJson) printJson(toJson(tally, names, isComplete))
  else printText(tally, names)
}

interface Names {
  readonly other: string
  readonly this: string
}

function toJson(tally: Tally, services: Names, isComplete: boolean): object {
  return { isComplete, ...tally.counts(), kinds: tally.kinds(), services, timesMs: tally.times() }
}

function printText(tally: Tally, names: Names): void {
  const { requests, differences, unlisted } = tally.counts()
  const { other, this: self } = tally.times()
  for (const kind of tally.kinds()) printKind(kind)
  if (unlisted > 0) print(`${count(unlisted, 'difference')} of further kinds are not shown.\n`)
  print(`${count(requests, 'request')}, ${count(differences, 'difference')} a client could see\n`)
  printTable(
    ['SERVICE', 'MEDIAN', '99TH PERCENTILE'],
    [
      [`the other, ${names.other}`, milliseconds(other.median), milliseconds(other.p99)],
      [`this one, ${names.this}`, milliseconds(self.median), milliseconds(self.p99)],
    ],
  )
}

function printKind({ type, route, pointer, count: times, first }: DifferenceKind): void {
  print(visible(`${type}${pointer && ` ${pointer}`} of ${route}, ${count(times, 'time')}`))
  print(visible(`  first   ${first.method} ${first.path}${first.pointer && `  ${first.pointer}`}`))
  print(visible(`  other   ${first.other ?? '-'}`))
  print(visible(`  this    ${first.this ?? '-'}`))
  print('')
}

function milliseconds(timeMs: number | null): string | null {
  return timeMs === null ? null : `${timeMs.toFixed(1)} ms`
}
