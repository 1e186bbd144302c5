import { authenticate, bearer, type Requirement, type RouteContext } from '../auth/authenticate.ts'
import { findKey } from '../auth/repository.ts'
import { findReadableDevice } from './repository.ts'
import { canonicalDeviceId } from './schema.ts'

/** The scope that a key needs to read devices. */
export const DEVICE_READER = { scheme: bearer, scope: 'device:read' } as const satisfies Requirement

/** Guards routes of one device. It finds the device of the path, if the user of the key may read it. */
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

/** Guards routes of many devices. It only finds the id of the user, because the query for the devices can be expensive. */
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
