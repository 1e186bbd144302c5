import { authenticate, bearer, type Throttle } from '../auth/authenticate.ts'
import { findKey } from '../auth/repository.ts'
import { DEVICE_READ } from '../auth/scopes.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { findReadableDevice } from './repository.ts'
import { canonicalDeviceId } from './schema.ts'

interface GuardOptions {
  readonly database: Database
  readonly clock: Clock
  readonly throttle: Throttle
}

/** Admits requests for the device in their address. Finds it, if the user of the key may read it. */
export function guardDevice({ database, clock, throttle }: GuardOptions) {
  return authenticate({
    scheme: bearer,
    scope: DEVICE_READ,
    clock,
    throttle,
    lookup: (keyHash, request) => {
      const { id } = request.params as { id: string }
      return findReadableDevice(database, keyHash, canonicalDeviceId(id))
    },
  })
}

/** Admits requests for many devices, which can be expensive: it authorises first. Finds the id of the user of the key. */
export function guardDevices({ database, clock, throttle }: GuardOptions) {
  return authenticate({
    scheme: bearer,
    scope: DEVICE_READ,
    clock,
    throttle,
    lookup: async (keyHash) => {
      const key = await findKey(database, keyHash)
      return { key, found: key?.userId ?? '' }
    },
  })
}
