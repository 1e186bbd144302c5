import { authenticate, bearer, type Requirement, type RouteContext } from '../auth/authenticate.ts'
import { findKey } from '../auth/repository.ts'
import { findReadableDevice } from './repository.ts'
import { canonicalDeviceId } from './schema.ts'

/** What a key needs to read devices. */
export const DEVICE_READER = { scheme: bearer, scope: 'device:read' } as const satisfies Requirement

/** Admits requests for the device in their address. Finds it, if the user of the key may read it. */
export function guardDevice({ database, clock, throttle }: RouteContext) {
  return authenticate({
    ...DEVICE_READER,
    clock,
    throttle,
    lookup: (keyHash, request) => {
      const { id } = request.params as { id: string }
      return findReadableDevice(database, keyHash, canonicalDeviceId(id))
    },
  })
}

/** Admits requests for many devices, which can be expensive: it authorises first. Finds the id of the user of the key. */
export function guardDevices({ database, clock, throttle }: RouteContext) {
  return authenticate({
    ...DEVICE_READER,
    clock,
    throttle,
    lookup: async (keyHash) => {
      const key = await findKey(database, keyHash)
      return { key, found: key?.userId ?? '' }
    },
  })
}
