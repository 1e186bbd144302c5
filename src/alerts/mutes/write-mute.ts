import { bearer, type Requirement } from '../../auth/authenticate.ts'
import { authorizeAgain } from '../../auth/authorization.ts'
import type { KeyRow } from '../../auth/repository.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS } from '../../lib/time/durations.ts'
import { readInstant } from '../../lib/time/timestamps.ts'
import type { Query, Statement } from '../../storage/database.ts'
import { deleteMuteQuery, putMuteQuery } from './queries.ts'
import { type DeviceOrSite, LONGEST_MUTE_DAYS, MUTE_TIME, type MuteBody } from './schema.ts'

export type MuteAccessRow = KeyRow & { readonly device_id?: string | null; readonly site_id?: string | null }

/** @throws {HttpError} 404 if there is no such device or site, or the user may not update it */
function subjectOf(kind: DeviceOrSite) {
  return ([row]: readonly MuteAccessRow[]): string => {
    const id = kind === 'device' ? row?.device_id : row?.site_id
    if (typeof id !== 'string') throw new HttpError(404, `${kind === 'device' ? 'Device' : 'Site'} not found`)
    return id
  }
}

/** The scope that a key needs to mute. */
export const MUTER = { scheme: bearer, scope: 'alert:mute' } as const satisfies Requirement

/** The conditions for a key to mute a device or a site. */
export const MUTE_RULES = {
  device: { ...MUTER, targetOf: subjectOf('device') },
  site: { ...MUTER, targetOf: subjectOf('site') },
}

/**
 * Parses the end of a mute, which the schema cannot compare with the current time.
 * @throws {HttpError} 400
 */
export function readMuteEnd({ until }: MuteBody, nowMs: number): number {
  const untilMs = Date.parse(readInstant(until) ?? '')
  if (untilMs > nowMs && untilMs <= nowMs + LONGEST_MUTE_DAYS * DAY_MS) return untilMs
  throw new HttpError(400, `/until: must be ${MUTE_TIME}`)
}

/**
 * Mutes a device or a site, if the key may still do so.
 * @param access the query that finds the key, with the device or the site if it may mute that
 * @param untilMs undefined to end the mute
 * @throws {HttpError} 401, 403 or 404 if it may not
 */
export function* writeMute(
  kind: DeviceOrSite,
  access: Query,
  untilMs: number | undefined,
  clock: Clock,
): Generator<Statement, void> {
  const { target } = yield* authorizeAgain(MUTE_RULES[kind], access, clock)
  yield untilMs === undefined ? deleteMuteQuery(kind, target, clock()) : putMuteQuery(kind, target, untilMs)
}
