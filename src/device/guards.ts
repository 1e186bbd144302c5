import type { FastifyRequest } from 'fastify'
import { createGuard, type RouteContext } from '../auth/guard.ts'
import { findKey } from '../auth/repository.ts'
import { bearer, type Requirement } from '../auth/requirement.ts'
import { HttpError } from '../http/http-error.ts'
import { pathParameter } from '../http/unchecked-parameters.ts'
import { findReadableDevice } from './repository.ts'
import { canonicalDeviceId, DEVICE_NOT_FOUND } from './schema.ts'

export const deviceNotFound = () => new HttpError(404, DEVICE_NOT_FOUND)

/** The scope that a key needs to read devices. */
export const DEVICE_READ_REQUIREMENT = { scheme: bearer, scope: 'device:read' } as const satisfies Requirement

/** Guards routes of one device. Finds the device of the path, and answers 404 unless the user of the key may read it. */
export function guardOneDevice({ database, clock, limitRate }: RouteContext) {
  const { hook, dataOf } = createGuard({
    ...DEVICE_READ_REQUIREMENT,
    clock,
    limitRate,
    lookup: (keyHash, request) =>
      findReadableDevice(database, keyHash, canonicalDeviceId(pathParameter(request, 'id'))),
  })
  return {
    hook,
    dataOf(request: FastifyRequest) {
      const { device, contentVersion } = dataOf(request)
      if (device === undefined) throw deviceNotFound()
      return { device, contentVersion }
    },
  }
}

/** Guards routes of many devices. Finds only the id of the user, because the query for the devices can be expensive. */
export function guardDeviceLists({ database, clock, limitRate }: RouteContext) {
  return createGuard({
    ...DEVICE_READ_REQUIREMENT,
    clock,
    limitRate,
    lookup: async (keyHash) => {
      const key = await findKey(database, keyHash)
      return { key, data: key?.userId ?? '' }
    },
  })
}
