import { expect, onTestFinished, test } from 'vitest'
import { parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { createServerGroup } from '../../src/storage/postgres/server-group.ts'
import { createPassing } from '../support/passing.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { startWire } from '../support/wire.ts'

test('servers that did not answer while the process was stopped are looked at again within seconds', async () => {
  const url = new URL(await createPostgresDatabase())
  const wire = await startWire(Number(url.port || 5432))
  onTestFinished(() => wire.close())
  url.port = String(wire.port)
  const twice = url.href.replace(url.host, `${url.host},${url.host}`)
  wire.hold()
  const group = createServerGroup(parseConnectionUrl(twice), 'read', 'primary')
  onTestFinished(() => group.close())
  const read = () => group.use((server) => server.query({ sql: 'SELECT 1 AS one' }))
  const pass = createPassing()
  const failed = expect(read()).rejects.toThrow('does not answer')
  await wire.untilHeld(1)
  pass(600_000)
  await failed
  wire.release()
  await expect.poll(() => read().catch(() => {}), { timeout: 5000 }).toEqual([{ one: 1 }])
})
