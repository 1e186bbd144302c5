import { parseConnectionUrl } from './connection-url.ts'
import { translateError } from './errors.ts'
import { createServer } from './server.ts'

export type NamedServer = ReturnType<typeof namedServers>[number]

/**
 * The servers that a URL names. Each can be inspected separately.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function namedServers(url: string) {
  const settings = parseConnectionUrl(url)
  return settings.addresses.map((address) => ({
    name: `${address.host}:${address.port}`,
    /** Queries its role and version. @throws {StorageUnavailableError | StorageUnusableError} on failure */
    inspect: async () => {
      const server = createServer(address, settings, 'read')
      try {
        const role = await server.role()
        const [row] = await server.query("SELECT current_setting('server_version_num') AS version", [])
        // 150004 is 15.4.
        return { role, version: Number(row?.['version']) }
      } catch (error) {
        throw translateError(error)
      } finally {
        await server.close()
      }
    },
  }))
}
