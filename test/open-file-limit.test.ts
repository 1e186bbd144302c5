import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { signage } from './support/commands.ts'
import { temporaryFolder } from './support/database.ts'
import { startLimitedServer } from './support/process.ts'

const folder = temporaryFolder()
const DATABASE_URL = join(folder, 'signage.db')

beforeAll(async () => {
  expect((await signage(['migrate'], { environment: { DATABASE_URL } })).code).toBe(0)
})

/** Starts and stops a server. @returns the warnings in its log */
async function warnings(limits: string, variables: Record<string, string>): Promise<string[]> {
  const server = await startLimitedServer(limits, { DATABASE_URL, ...variables })
  expect(await server.stop()).toBe(0)
  const lines: { level: number; msg: string }[] = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
}

const warning = (connections: number) =>
  `A process may have 256 files and connections open, but ${connections} connections (MAX_CONNECTIONS) and 100 files need more: raise the limit (ulimit -n, or LimitNOFILE of systemd), or set MAX_CONNECTIONS to at most 156.`

describe('serve checks the limit on open files', () => {
  test('logs a warning if it is too low for MAX_CONNECTIONS', async () => {
    expect(await warnings('ulimit -n 256', {})).toEqual([warning(10_000)])
  })

  test('logs the warning once with several workers', async () => {
    const variables = { WORKERS: '2', MAX_CONNECTIONS: '157' }
    expect(await warnings('ulimit -n 256', variables)).toEqual([warning(157)])
  })

  test('logs nothing if it suffices, even if only because Node raises it', async () => {
    expect(await warnings('ulimit -n 256', { MAX_CONNECTIONS: '156' })).toEqual([])
    expect(await warnings('ulimit -Sn 256; ulimit -Hn 600', { MAX_CONNECTIONS: '500' })).toEqual([])
  })
})
