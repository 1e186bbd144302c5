import { BOUND_LIST, boundList, type Query } from '../storage/database.ts'

/** What can be muted here. */
export type MutedKind = 'device' | 'site'

const PUT = `
INSERT INTO alert_mutes (kind, subject_id, until) VALUES (?, ?, ?)
ON CONFLICT (kind, subject_id) DO UPDATE SET until = excluded.until`

/** SQL that says until when nobody is alerted of a device or a site. */
export function putMute(kind: MutedKind, subjectId: string, untilMs: number): Query {
  return { sql: PUT, parameters: [kind, subjectId, untilMs] }
}

/** SQL that ends it. */
export function deleteMute(kind: MutedKind, subjectId: string): Query {
  return { sql: 'DELETE FROM alert_mutes WHERE kind = ? AND subject_id = ?', parameters: [kind, subjectId] }
}

export interface MuteRow {
  readonly subject_id: string
  readonly until: number
}

/** A query for those of these devices or sites that are muted. */
export function findMutes(kind: MutedKind, subjectIds: Iterable<string>, nowMs: number): Query {
  const sql = `SELECT subject_id, until FROM alert_mutes WHERE kind = ? AND subject_id IN ${BOUND_LIST} AND until > ?`
  return { sql, parameters: [kind, boundList(subjectIds), nowMs] }
}
