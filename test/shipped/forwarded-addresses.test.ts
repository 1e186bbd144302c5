import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { killRunning, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'
import { headOf, sendSlowly } from '../support/slow-clients.ts'

/* Whom requests without a valid key are counted for, by what proxies write into X-Forwarded-For. */

afterAll(killRunning)
const place = temporaryFolder()
const folder = join(place, 'empty')
mkdirSync(folder)
const environment = {
  DATABASE_URL: join(place, 'signage.db'),
  TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, 2001:db8:aaaa::/48, ::ffff:192.168.0.0/112',
  FAILURES_PER_MINUTE: '1',
  MAX_EVENT_LOOP_DELAY_MS: '0',
}
await signage(['migrate'], { cwd: folder, environment: { HOME: folder, ...environment } })
const server = await startServing({ command: inject('command'), folder, environment })
afterAll(() => server.stop())

/** Sends a request with a wrong key. @param forwarded the value of X-Forwarded-For, or of several such headers */
async function statusOf(...forwarded: readonly string[]): Promise<number | undefined> {
  const lines = forwarded.map((value) => `X-Forwarded-For: ${value}\r\n`).join('')
  const head = headOf('GET', '/v1/menus', { 'x-api-key': 'wrong' }).replace(/\r\n$/, `${lines}\r\n`)
  const client = await sendSlowly(server.address, head)
  await expect.poll(client.status).toBeDefined()
  client.close()
  return client.status()
}

/** Whether requests of two forms count for the same client, of which there were none before. */
async function areCountedTogether(plain: readonly string[], other: readonly string[]): Promise<boolean> {
  expect(await statusOf(...plain)).toBe(401)
  return (await statusOf(...other)) === 429
}

const LONGEST_HEADER_BYTES = 30_000
const repeated = (part: string) => part.repeat(LONGEST_HEADER_BYTES / part.length)

describe('counts as the client', () => {
  const v4 = '198.51.100.1'
  const v6 = '2001:db8:1:1::1'
  const forms = [
    [v4, '198.51.100.1:1'],
    [v4, '198.51.100.1:65535'],
    [v4, '"198.51.100.1:47011"'],
    [v4, '"198.51.100.1"'],
    [v4, '  198.51.100.1\t'],
    [v4, '198.51.100.1,'],
    [v4, ',, 198.51.100.1 , ,'],
    [v4, '::ffff:198.51.100.1'],
    [v4, '::FFFF:c633:6401'],
    [v4, '[::ffff:198.51.100.1]:443'],
    [v4, '203.0.113.77, 198.51.100.1'],
    [v4, 'unknown, 198.51.100.1:80'],
    [v4, '_hidden, 198.51.100.1'],
    [v4, '198.51.100.1:80, 10.0.0.1'],
    [v4, '198.51.100.1, 10.0.0.1:8080, [2001:db8:aaaa::1]:8080, ::ffff:10.1.1.1, 192.168.3.4'],
    [v4, `198.51.100.1${repeated(', 10.0.0.1')}`],
    [v4, `${repeated('10.0.0.1, ')}198.51.100.1`],
    [v4, `${repeated(',')}198.51.100.1`],
    [v6, '[2001:db8:1:1::1]'],
    [v6, '[2001:db8:1:1::1]:1'],
    [v6, '"[2001:db8:1:1::1]:47011"'],
    [v6, '2001:DB8:1:1:0:0:0:1'],
    [v6, '2001:db8:1:1::1%eth0'],
    [v6, '[2001:db8:1:1::1%25eth0]:443'],
    [v6, '2001:db8:1:1:ffff:ffff:ffff:ffff'],
  ] as const
  test.each(forms.map(([plain, form]) => [plain, form.slice(0, 60), form] as const))(
    '%s: %j',
    async (plain, _, forwarded) => {
      // Each row has clients of its own: nobody has asked for them before.
      const own = await ownClients(plain, forwarded)
      expect(await areCountedTogether([own.plain], [own.forwarded])).toBe(true)
    },
  )

  let row = 1
  async function ownClients(plain: string, forwarded: string) {
    row += 1
    const replace = (text: string) =>
      text
        .replaceAll('198.51.100.1', `198.51.100.${row}`)
        .replaceAll('c633:6401', `c633:64${row.toString(16).padStart(2, '0')}`)
        .replace(/2001:db8:1:1/gi, `2001:db8:1:${row.toString(16)}`)
    return { plain: replace(plain), forwarded: replace(forwarded) }
  }

  test('several headers are one list', async () => {
    expect(await areCountedTogether(['203.0.113.1'], ['203.0.113.2', '203.0.113.1:9, 10.0.0.1'])).toBe(true)
  })

  test('an address of another /64 is another client', async () => {
    expect(await areCountedTogether(['2001:db8:2:1::1'], ['2001:db8:2:2::1'])).toBe(false)
  })

  test('another address is another client', async () => {
    expect(await areCountedTogether(['203.0.113.3:5'], ['203.0.113.4:5'])).toBe(false)
  })
})

describe('what is no address is not believed, nor what stands before it: the proxy that sent it counts', () => {
  const forms = [
    'unknown',
    '_hidden',
    '_SEVKISEK:1',
    'unix:',
    '203.0.113.5.6',
    '203.0.113.256',
    '203.0.113.05',
    '203.0.113.5:port',
    '[203.0.113.5]:1',
    '[2001:db8::1',
    '2001:db8::g',
    '1',
    '""',
    '[]',
    ':1',
    'localhost',
    'for=203.0.113.5',
    '<script>',
    '203.0.113.5 203.0.113.6',
    '\u00ff\u00fe',
    '203.0.113.5, unknown',
    '203.0.113.5, unknown, 10.0.0.1:80',
    repeated('a'),
    repeated('['),
    `203.0.113.5, ${repeated('9')}`,
    repeated('x, '),
  ]
  test.each(forms.map((form) => [form.slice(0, 60), form] as const))('%j', async (_, forwarded) => {
    const proxy = forwarded.endsWith('10.0.0.1:80') ? '10.0.0.1' : ''
    // Of the proxy there may have been some before.
    await statusOf(proxy)
    expect(await statusOf(proxy)).toBe(429)
    expect(await statusOf(forwarded)).toBe(429)
  })
})

test('a port of its own for each request changes nothing', async () => {
  for (const client of ['203.0.113.7:', '[2001:db8:7::1]:']) {
    const statuses: unknown[] = []
    for (let port = 1; port <= 50; port++) statuses.push(await statusOf(`${client}${port}`))
    expect(statuses).toEqual([401, ...Array.from({ length: 49 }, () => 429)])
  }
})

test('the log has no address', async () => {
  expect(await server.stop()).toBe(0)
  const log = JSON.stringify(server.lines())
  expect(server.lines().filter(({ status }) => status === 401 || status === 429).length).toBeGreaterThan(100)
  for (const part of ['198.51.100.', '203.0.113.', '2001:db8', 'unknown']) expect(log).not.toContain(part)
  expect(server.lines().filter(({ level }) => level >= 50)).toEqual([])
})
