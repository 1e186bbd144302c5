import type { Statement } from '../../storage/database.ts'
import { defineQuery } from '../../storage/define-query.ts'

/** Creates a trigger: the key of the demo for every menu may also read menus that are imported later. */
export const createTriggerStatement = defineQuery(`
CREATE TRIGGER demo_menus AFTER INSERT ON menus BEGIN
  INSERT INTO api_key_menus (key_id, menu_id) SELECT id, NEW.id FROM api_keys WHERE user_id = 'operations';
END`)

/** Adds outages of the past. @param recordedSinceMs since when devices have a history */
export function* addPastOutages(
  outages: readonly (readonly [deviceId: string, startMs: number, endMs: number])[],
  recordedSinceMs: number,
): Generator<Statement> {
  yield { sql: 'INSERT INTO outages (device_id, started_at, ended_at) VALUES (?, ?, ?)', rows: outages }
  yield {
    sql: 'UPDATE devices SET recorded_since = ? WHERE last_heartbeat_at IS NOT NULL',
    parameters: [recordedSinceMs],
  }
}
