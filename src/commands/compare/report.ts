import type { Service } from '../../compare/client.ts'
import type { Skipped } from '../../compare/request-list.ts'
import type { Findings } from '../../compare/run.ts'
import type { Kind, Tally } from '../../compare/tally.ts'
import { summarizeTimes, type Times } from '../../compare/times.ts'
import { visible } from '../../visible.ts'
import { note, print, printJson, printTable } from '../shared/output.ts'

export interface Report {
  readonly other: Service
  readonly self: Service
  readonly skipped: Readonly<Skipped>
  readonly findings: Findings
  readonly tally: Tally
  /** False if the comparison was stopped before all requests were compared. */
  readonly isComplete: boolean
}

const REASONS: Readonly<Record<keyof Skipped, string>> = {
  method: 'with another method than GET and HEAD',
  route: 'for another route',
  line: 'without a request',
  id: 'for a menu or a device, because the services show none',
}

/** Prints the differences by kind, their number, and the times of both services. */
export function printReport(report: Report, asJson = false): void {
  if (asJson) printJson(toJson(report))
  else printText(report)
}

function toJson({ other, self, skipped, findings, tally, isComplete }: Report): object {
  const timesMs = {
    other: summarizeTimes(findings.otherTimesMs),
    this: summarizeTimes(findings.selfTimesMs),
  }
  const services = { other: other.name, this: self.name }
  return { isComplete, ...tally.counts(), kinds: tally.kinds(), skipped, services, timesMs }
}

function printText({ other, self, skipped, findings, tally }: Report): void {
  const { requests, differences, unlisted } = tally.counts()
  for (const kind of tally.kinds()) printKind(kind)
  if (unlisted > 0) print(`${counted(unlisted, 'difference')} of further kinds are not shown.\n`)
  print(`${counted(requests, 'request')}, ${counted(differences, 'difference')} a client could see`)
  noteSkipped(skipped)
  print('')
  printTable(
    ['SERVICE', 'MEDIAN', '99TH PERCENTILE'],
    [
      timesRow(`the other, ${other.name}`, summarizeTimes(findings.otherTimesMs)),
      timesRow(`this one, ${self.name}`, summarizeTimes(findings.selfTimesMs)),
    ],
  )
}

function printKind({ type, route, pointer, count, first }: Kind): void {
  print(visible(`${type}${pointer && ` ${pointer}`} of ${route}, ${counted(count, 'time')}`))
  print(visible(`  first   ${first.method} ${first.path}${first.pointer && `  ${first.pointer}`}`))
  print(visible(`  other   ${first.other ?? '-'}`))
  print(visible(`  this    ${first.this ?? '-'}`))
  print('')
}

function noteSkipped(skipped: Readonly<Skipped>): void {
  const parts = REASON_NAMES.filter((name) => skipped[name] > 0).map(
    (name) => `${thousands(skipped[name])} ${REASONS[name]}`,
  )
  if (parts.length > 0) note(`Skipped lines: ${parts.join(', ')}.`)
}

const REASON_NAMES = ['method', 'route', 'line', 'id'] as const

function timesRow(name: string, { median, p99 }: Times): readonly (string | null)[] {
  return [name, milliseconds(median), milliseconds(p99)]
}

function milliseconds(timeMs: number | null): string | null {
  return timeMs === null ? null : `${timeMs.toFixed(1)} ms`
}

function counted(number: number, noun: string): string {
  return `${thousands(number)} ${noun}${number === 1 ? '' : 's'}`
}

function thousands(number: number): string {
  return number.toLocaleString('en-US')
}
