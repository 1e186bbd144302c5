import { KEY_COLUMNS } from '../../auth/repository.ts'
import { givesRight } from '../../device/access.ts'
import { BOUND_LIST, query } from '../../storage/database.ts'
import type { DeviceOrSite, MuteKind } from './schema.ts'

/** A query that mutes a device, a site or a route until a time. It replaces an earlier mute. */
export const putMuteQuery = query<[kind: MuteKind, subjectId: string, untilMs: number]>(`
INSERT INTO alert_mutes (kind, subject_id, until) VALUES (?, ?, ?)
ON CONFLICT (kind, subject_id) DO UPDATE SET until = excluded.until`)

/** A query that ends a mute that has not expired. */
export const deleteMuteQuery = query<[kind: MuteKind, subjectId: string, nowMs: number]>(
  'DELETE FROM alert_mutes WHERE kind = ? AND subject_id = ? AND until > ?',
)

/** A mute. It is kept after its end: the delay of an incident that began during the mute counts from that end. */
export interface MuteRow {
  readonly subject_id: string
  /** In milliseconds. */
  readonly until: number
}

/** A query for the mutes of these devices or sites that have not expired. */
export const findMutesOfQuery = query<[kind: DeviceOrSite, subjectIds: Iterable<string>, nowMs: number]>(
  `SELECT subject_id, until FROM alert_mutes WHERE kind = ? AND subject_id IN ${BOUND_LIST} AND until > ?`,
)

const HAS_DEVICES = 'EXISTS (SELECT 1 FROM devices d WHERE d.site_id = s.id)'

/** A query for a key, and for a site if it has devices and the user of the key may update all of them. */
export const siteAccessQuery = query<[siteId: string, keyHash: string]>(`
SELECT ${KEY_COLUMNS}, s.id AS site_id
FROM api_keys k
LEFT JOIN sites s ON s.id = ? AND ${HAS_DEVICES} AND NOT EXISTS (
  SELECT 1 FROM devices d WHERE d.site_id = s.id AND NOT EXISTS (
    SELECT 1 FROM device_access a WHERE ${givesRight('update', 'k.user_id')} AND a.device_id = d.id))
WHERE k.hash = ?`)
