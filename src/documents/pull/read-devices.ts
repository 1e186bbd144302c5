import { Type } from '@sinclair/typebox'
import { type Get, parseAs } from './client.ts'
import { readConsistently } from './read-consistently.ts'
import { readPages } from './read-pages.ts'

/** The most that our service allows. Other services may allow less. */
const PAGE_SIZE = 1000

const Devices = Type.Object(
  { total: Type.Integer({ minimum: 0 }), data: Type.Array(Type.Object({ id: Type.String() })) },
  { description: 'a list of devices' },
)

/**
 * Reads all devices that the key may read, as members of an import file. Heartbeats change devices all the time, so only the ids
 * are compared when pages are read again. The access and the site of a device are not read.
 * @throws {CommandError} if they cannot be read
 */
export async function readDevices(get: Get, address: string): Promise<object[]> {
  const idsOf = (devices: readonly { readonly id: string }[]) => devices.map(({ id }) => id)
  const devices = await readConsistently(`The list of devices of ${address}`, get, readAll, idsOf)
  return devices.map((device) => ({ ...device, keepsLeftOut: true, access: undefined, site: undefined }))
}

function readAll(get: Get) {
  return readPages(PAGE_SIZE, async (page) => {
    const response = await get(`/devices?page=${page}&page_size=${PAGE_SIZE}`)
    const { total, data } = parseAs(Devices, response)
    return { total, entries: data, from: response.from }
  })
}
