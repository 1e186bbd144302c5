import { Type } from '@sinclair/typebox'
import { type PullClient, readAs } from './client.ts'
import { readPages } from './pages.ts'
import { readUntilSettled } from './read-until-settled.ts'

/** The most that our service allows. Others have shorter pages. */
const PAGE_SIZE = 1000

const Devices = Type.Object(
  { total: Type.Integer({ minimum: 0 }), data: Type.Array(Type.Object({ id: Type.String() })) },
  { description: 'a list of devices' },
)

/**
 * Reads all devices that the key may read, as members of an import file. Heartbeats change devices all the time, so
 * several pages belong together if they list the same ids when they are read again.
 * @throws {CommandError} if they cannot be read
 */
export async function readDevices(client: PullClient): Promise<object[]> {
  let idsBefore = ''
  return readUntilSettled(`The list of devices of ${client.address}`, client.signal, async () => {
    let requests = 0
    const devices = await readPages(PAGE_SIZE, async (page, pageSize) => {
      requests += 1
      const { value, from } = await client.get(`/devices?page=${page}&page_size=${pageSize}`)
      const { total, data } = readAs(Devices, value, from)
      return { total, entries: data, from }
    })
    const ids = JSON.stringify(devices.map(({ id }) => id))
    const isSettled = requests === 1 || ids === idsBefore
    idsBefore = ids
    return { result: devices.map(withoutAccessAndSite), isSettled }
  })
}

/** Who may read a device, and where it is, is decided where it is imported. */
function withoutAccessAndSite(device: {
  readonly id: string
  readonly access?: unknown
  readonly site?: unknown
}): object {
  const { access, site, ...rest } = device
  return rest
}
