import { KEY_COLUMNS } from '../../auth/repository.ts'
import { accessSql } from '../../device/access.ts'
import { defineAccessQuery } from '../../device/queries/access.ts'
import { BOUND_LIST, defineQuery } from '../../storage/define-query.ts'
import type { DeviceOrSite, MuteKind } from './schema.ts'

/** A statement that mutes a device, a site or a route until a time. It replaces an earlier mute. */
export const putMuteStatement = defineQuery<[kind: MuteKind, subjectId: string, untilMs: number]>(`
INSERT INTO alert_mutes (kind, subject_id, until) VALUES (?, ?, ?)
ON CONFLICT (kind, subject_id) DO UPDATE SET until = excluded.until`)

/** A statement that deletes a mute, unless it has expired. */
export const deleteMuteStatement = defineQuery<[kind: MuteKind, subjectId: string, nowMs: number]>(
  'DELETE FROM alert_mutes WHERE kind = ? AND subject_id = ? AND until > ?',
)

/** A mute. It is kept after its end: the delay of an incident that began during the mute counts from that end. */
export interface MuteRow {
  readonly subject_id: string
  /** In milliseconds. */
  readonly until: number
}

/** A query for the mutes of these devices or sites that have not expired. */
export const currentMutesQuery = defineQuery<
  [kind: DeviceOrSite, subjectIds: Iterable<string>, nowMs: number]
>(`SELECT subject_id, until FROM alert_mutes WHERE kind = ? AND subject_id IN ${BOUND_LIST} AND until > ?`)

const SITE = `
SELECT ${KEY_COLUMNS}, s.id AS target_id
FROM api_keys k
LEFT JOIN sites s ON s.id = ? AND EXISTS (SELECT 1 FROM devices d WHERE d.site_id = s.id) AND NOT EXISTS (
  SELECT 1 FROM devices d WHERE d.site_id = s.id AND NOT EXISTS (
    SELECT 1 FROM device_access a WHERE ${accessSql('update', 'k.user_id')} AND a.device_id = d.id))
WHERE k.hash = ?`

/**
 * Queries for a key, and for what it may mute: a device that the user of the key may update, or a site if the user may update all of
 * its devices. A site without devices cannot be muted.
 */
export const muteAccessQueries = {
  device: defineAccessQuery('update'),
  site: defineQuery<[siteId: string, keyHash: string]>(SITE),
}
