import { cleanText } from '../mapping/text.ts'
import type { Reason } from '../report.ts'
import { type Graph, type LdNode, textIn } from './graph.ts'
import { termsIn } from './texts.ts'

/* Which prices guests in the house pay today. */

/** Why a price is never read, and what of it is written, if that explains it. */
export interface Exclusion {
  readonly reason: Reason
  readonly written: string
}

export const NOT_FOR_GUESTS =
  '[price is|prices are] left out, because [it is|they are] not what guests in the house usually pay'
const ANOTHER_TIME = '[price is|prices are] left out, because [it is|they are] for another time'
const UNCLEAR_TIME =
  '[price is|prices are] left out, because [its|their] dates cannot be read (write them as in 2026-12-31)'
/** Guests never pay these. */
const HIDDEN = /\b(?:staff|employees?|wholesale|resellers?|personalpreis|mitarbeiter)\b/i
const ELSEWHERE =
  /\b(?:deliver(?:y|ed)|take[ -]?(?:away|out)|to[ -]go|pick[ -]?up|lieferung|mitnehmen|abholung|livraison|emporter|asporto|consegna|entrega|para llevar|happy[ -]?hour|members?|loyalty|students?|seniors?|studenten|studierende|mitglieder)\b/i
const OTHER_CUSTOMERS = /^(?:business|reseller|publicinstitution)$/i
/** The fields with the times of an offer or a price. */
const UNTIL = ['priceValidUntil', 'validThrough', 'availabilityEnds']
const FROM = ['validFrom', 'availabilityStarts']

/**
 * Why guests never pay a price, or do not today; undefined if they may.
 * @param parts the offers that the price is in, and the price itself
 */
export function exclusionOf(
  name: string,
  parts: readonly LdNode[],
  graph: Graph,
  nowMs: number,
): Exclusion | undefined {
  const customers = parts.flatMap((part) => termsIn(part, 'eligibleCustomerType', graph))
  const isForOthers = customers.length > 0 && customers.every((one) => OTHER_CUSTOMERS.test(one))
  if (HIDDEN.test(name) || isForOthers) return { reason: NOT_FOR_GUESTS, written: '' }
  const dates = [...timesIn(parts, UNTIL), ...timesIn(parts, FROM)].filter((text) => !isTimeOfDay(text))
  const unclear = dates.find((text) => momentsOf(text) === undefined)
  if (unclear !== undefined) return { reason: UNCLEAR_TIME, written: unclear }
  const isOver = timesIn(parts, UNTIL).some((text) => (momentsOf(text)?.lastMs ?? nowMs) < nowMs)
  const isToCome = timesIn(parts, FROM).some((text) => (momentsOf(text)?.firstMs ?? nowMs) > nowMs)
  return isOver || isToCome ? { reason: ANOTHER_TIME, written: '' } : undefined
}

/** Whether guests only pay a price at some hours, at home, or if they are members. */
export function isUnusual(name: string, parts: readonly LdNode[]): boolean {
  return (
    ELSEWHERE.test(name) ||
    parts.some(({ fields }) => fields.has('availableDeliveryMethod') || fields.has('validForMemberTier')) ||
    timesIn(parts, [...UNTIL, ...FROM]).some(isTimeOfDay)
  )
}

function timesIn(parts: readonly LdNode[], fields: readonly string[]): readonly string[] {
  return parts
    .flatMap((part) => fields.map((field) => cleanText(textIn(part, field))))
    .filter((text) => text !== '')
}

const HOUR_MS = 3_600_000
/** How far the time of a place may be from UTC. */
const ZONES_MS = { ahead: 14 * HOUR_MS, behind: 12 * HOUR_MS }
const WRITTEN =
  /^(?<date>\d{4}(?<month>-\d\d(?<day>-\d\d)?)?)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i

/** The first and the last moment that a date, a month, a year or a time may be, wherever it is; undefined if it is none of these. */
function momentsOf(text: string) {
  const { date, month, day, time, zone = '' } = WRITTEN.exec(text)?.groups ?? {}
  if (date === undefined) return undefined
  const offset = zone.replace(/(\d\d):?(\d\d)$/, '$1:$2').toUpperCase() || 'Z'
  const firstMs = Date.parse(time === undefined ? date : `${date}T${time}${offset}`)
  if (Number.isNaN(firstMs)) return undefined
  const end = new Date(firstMs)
  if (month === undefined) end.setUTCFullYear(end.getUTCFullYear() + 1)
  else if (day === undefined) end.setUTCMonth(end.getUTCMonth() + 1)
  else if (time === undefined) end.setUTCDate(end.getUTCDate() + 1)
  if (zone !== '') return { firstMs, lastMs: end.getTime() }
  return { firstMs: firstMs - ZONES_MS.ahead, lastMs: end.getTime() + ZONES_MS.behind }
}

/** Whether a text is a time of day, such as `17:00`. */
function isTimeOfDay(text: string): boolean {
  return /^T?\d{1,2}:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?$/i.test(text)
}
