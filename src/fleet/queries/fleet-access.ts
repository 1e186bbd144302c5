import {
  type DeviceCondition,
  joinConditions,
  readableCondition,
  readableInBulkCondition,
} from '../../device/queries/readable.ts'
import type { Snapshot } from '../../storage/database.ts'

/** The snapshot that is read, and what the user may read in it. */
export interface FleetAccess {
  readonly snapshot: Snapshot
  /** Undefined for a command, which may read everything. */
  readonly userId: string | undefined
  /** Whether the user may read every device, so that no access has to be checked. */
  readonly readsAll: boolean
}

/** The condition that the user may read a device, for a query of few or of many devices. */
export function accessCondition({ userId, readsAll }: FleetAccess, devices: 'few' | 'many'): DeviceCondition {
  if (userId === undefined || readsAll) return joinConditions([])
  return devices === 'few' ? readableCondition(userId) : readableInBulkCondition(userId)
}
