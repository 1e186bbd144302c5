import {
  type DeviceCondition,
  readableCondition,
  readableInBulkCondition,
} from '../../device/queries/readable.ts'
import type { Snapshot } from '../../storage/database.ts'

/** The user who reads the fleet, and the snapshot that is read. */
export interface FleetReader {
  readonly snapshot: Snapshot
  /** Undefined for a command, which may read everything. */
  readonly userId: string | undefined
  /** Whether the user may read every device, so that no access has to be checked. */
  readonly readsAll: boolean
}

/** The condition that the reader may read a device, for a query of a few devices. */
export function mayRead({ userId, readsAll }: FleetReader): DeviceCondition {
  return userId === undefined || readsAll ? { sql: 'true', parameters: [] } : readableCondition(userId)
}

/** The same condition, for a query of many devices. */
export function mayReadMany({ userId, readsAll }: FleetReader): DeviceCondition {
  return userId === undefined || readsAll ? { sql: 'true', parameters: [] } : readableInBulkCondition(userId)
}
