import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { afterTestFile } from './clean-up.ts'

/** Lets a server listen on a free port of this machine until the test file ends. @returns the port */
export async function listen(server: Server | HttpServer): Promise<number> {
  afterTestFile(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return address.port
}
