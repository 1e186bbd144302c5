import { BOUND_LIST, boundList, type Database, type Query } from '../../storage/database.ts'

/** What a route is told nothing of. */
export type MutedKind = 'device' | 'site'
/** What can be muted. */
export type MuteKind = MutedKind | 'route'

/** A row of `alert_mutes`. It stays after its end, which delays alerts of what began meanwhile. */
export interface Mute {
  readonly kind: MuteKind
  readonly subject_id: string
  /** In milliseconds. */
  readonly until: number
}

/** A mute that lasts longer would be forgotten. */
export const LONGEST_MUTE = '168h'

const PUT = `
INSERT INTO alert_mutes (kind, subject_id, until) VALUES (?, ?, ?)
ON CONFLICT (kind, subject_id) DO UPDATE SET until = excluded.until`
const DELETE = 'DELETE FROM alert_mutes WHERE kind = ? AND subject_id = ?'
const FIND = 'SELECT kind, subject_id, until FROM alert_mutes WHERE until > ?'

/** SQL that mutes a device, a site or a route until a time, also if it was muted until another. */
export function putMute(kind: MuteKind, subjectId: string, untilMs: number): Query {
  return { sql: PUT, parameters: [kind, subjectId, untilMs] }
}

/** SQL that ends a mute, if there is one. */
export function deleteMute(kind: MuteKind, subjectId: string): Query {
  return { sql: DELETE, parameters: [kind, subjectId] }
}

/** The mutes that last. */
export function findMutes(database: Database, nowMs: number): Promise<Mute[]> {
  return database.all<Mute>(FIND, nowMs)
}

export type MuteRow = Pick<Mute, 'subject_id' | 'until'>

/** A query for those of these devices or sites that are muted. */
export function findMutesOf(kind: MutedKind, subjectIds: Iterable<string>, nowMs: number): Query {
  const sql = `SELECT subject_id, until FROM alert_mutes WHERE kind = ? AND subject_id IN ${BOUND_LIST} AND until > ?`
  return { sql, parameters: [kind, boundList(subjectIds), nowMs] }
}
