import { expect, test } from 'vitest'
import { parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { createServer } from '../../src/storage/postgres/server.ts'
import { createServerInUse } from '../../src/storage/postgres/server-in-use.ts'
import { ONLY_SERVER, readRole } from '../../src/storage/postgres/server-state.ts'
import { createPassing } from '../support/passing.ts'

const settings = parseConnectionUrl('postgres://nobody:none@127.0.0.1:1/none')
const [address = { host: '', port: 0 }] = settings.addresses

test('servers that did not answer while the process was stopped are looked at again within seconds', async () => {
  const pass = createPassing()
  let isStopped = true
  const server = {
    ...createServer(address, settings, 'write', { readState: readRole }),
    async look() {
      if (!isStopped) return ONLY_SERVER
      pass(600_000)
      throw new Error('the server does not answer: connection timeout')
    },
  }
  const inUse = createServerInUse([server], ['primary'], async () => {})
  await expect(inUse.choose()).rejects.toThrow('does not answer')
  isStopped = false
  await expect(inUse.choose()).rejects.toThrow('does not answer')
  pass(3_000)
  expect(await inUse.choose()).toBe(server)
})
