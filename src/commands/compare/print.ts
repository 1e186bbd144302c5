import type { DifferenceKind, Tally } from '../../compare/tally.ts'
import { escapeControlCharacters } from '../../escape-control-characters.ts'
import { count, print, printTable } from '../shared/output.ts'
import type { Services } from './options.ts'

/** Prints the differences by kind, their number, and the times of both services. */
export function printTally(tally: Tally, { other, self }: Services): void {
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
  print(escapeControlCharacters(`${type}${pointer && ` ${pointer}`} of ${route}, ${count(times, 'time')}`))
  print(
    escapeControlCharacters(
      `  first   ${first.method} ${first.path}${first.pointer && `  ${first.pointer}`}`,
    ),
  )
  print(escapeControlCharacters(`  other   ${first.other ?? '-'}`))
  print(escapeControlCharacters(`  this    ${first.this ?? '-'}`))
  print('')
}

function milliseconds(timeMs: number | null): string | null {
  return timeMs === null ? null : `${timeMs.toFixed(1)} ms`
}
