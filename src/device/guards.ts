import type { FastifyRequest } from 'fastify'
import { authenticate, bearer, type Requirement, type RouteContext } from '../auth/authenticate.ts'
import { findKey } from '../auth/repository.ts'
import { HttpError } from '../http/http-error.ts'
import { findReadableDevice } from './repository.ts'
import { canonicalDeviceId } from './schema.ts'

/** The scope that a key needs to read devices. */
export const DEVICE_READ_REQUIREMENT = { scheme: bearer, scope: 'device:read' } as const satisfies Requirement

/** Guards routes of one device. It finds the device of the path if the user of the key may read it; otherwise it is 404. */
export function guardDevice({ database, clock, limitRate }: RouteContext) {
  const { hook, result } = authenticate({
    ...DEVICE_READ_REQUIREMENT,
    clock,
    limitRate,
    lookup: (keyHash, request) => {
      const { id } = request.params as { id: string }
      return findReadableDevice(database, keyHash, canonicalDeviceId(id))
    },
  })
  return {
    hook,
    result(request: FastifyRequest) {
      const { device, contentVersion } = result(request)
      if (device === undefined) throw new HttpError(404, 'Device not found')
      return { device, contentVersion }
    },
  }
}

/** Guards routes of many devices. It only finds the id of the user, because the query for the devices can be expensive. */
export function guardDevices({ database, clock, limitRate }: RouteContext) {
  return authenticate({
    ...DEVICE_READ_REQUIREMENT,
    clock,
    limitRate,
    lookup: async (keyHash) => {
      const key = await findKey(database, keyHash)
      return { key, result: key?.userId ?? '' }
    },
  })
}
